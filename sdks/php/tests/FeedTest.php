<?php

declare(strict_types=1);

namespace Till\Tests;

use RuntimeException;
use Till\Event\WebhookEvent;
use Till\Exception\CancelledException;
use Till\Exception\CursorExpiredException;
use Till\Exception\TillException;
use Till\Till;
use Till\WebhookVerifier;

final class FeedTest extends TestCase
{
    private const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function pages(): iterable
    {
        foreach (Service::vectors('feed')['pages'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /**
     * @dataProvider pages
     *
     * @param array<string, mixed> $one
     */
    public function testAPageOfEventsIsListed(array $one): void
    {
        $server = Server::scripted([['status' => 200, 'body' => $one['body']]]);
        ['wait' => $wait] = $one['list'] + ['wait' => null];
        unset($one['list']['wait']);
        $page = self::till($server)->events()->list(...$one['list'], waitSeconds: $wait);
        self::assertSame($one['events'], array_map(self::named(...), $page->data));
        self::assertSame([$one['has_more'], $one['next']], [$page->hasMore, $page->next]);
        [$request] = $server->asked();
        self::assertSame(['GET', '/api/v1/events'], [$request['method'], $request['path']]);
        self::assertSame('Bearer ' . Service::given('API_KEY'), $request['key']);
        self::assertSame($one['query'], $request['query']);
    }

    public function testItsEventsAreThoseThatTheVerifierGives(): void
    {
        $body = Service::vectors('feed')['pages'][0]['body'];
        $server = Server::scripted([['status' => 200, 'body' => $body]]);
        $verifier = new WebhookVerifier(self::SECRET);
        $items = json_decode($body, true, flags: JSON_THROW_ON_ERROR)['data'];
        foreach (self::till($server)->events()->list()->data as $number => $event) {
            ['body' => $text, 'id' => $id] = $items[$number];
            self::assertEquals($verifier->verify($text, $verifier->sign($text, $id)), $event);
        }
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function listens(): iterable
    {
        foreach (Service::vectors('feed')['listens'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /**
     * @dataProvider listens
     *
     * @param array<string, mixed> $one
     */
    public function testAListenerHandsOverEachEventOnceAndKeepsItsPlace(array $one): void
    {
        $server = Server::scripted($one['answers']);
        [$seen, $stored, $thrown] = [[], [], null];
        $listener = self::till($server)->events()->listen(
            ...$one['listen'],
            onCursor: static function (string $cursor) use (&$stored): void {
                $stored[] = $cursor;
            },
            cancelled: static fn (): bool => count($server->notes()) > count($one['answers']),
        );
        try {
            foreach ($listener as $event) {
                $seen[] = self::named($event);
            }
        } catch (TillException | CancelledException $e) {
            $thrown = $e;
        }
        self::assertSame($one['error'], $thrown instanceof TillException ? $thrown->errorCode : null);
        self::assertSame($one['error'] === 'cursor_expired', $thrown instanceof CursorExpiredException);
        self::assertSame($one['events'], $seen);
        self::assertSame($one['cursors'], $stored);
        self::assertSame($one['queries'], array_column($server->asked(), 'query'));
        $after = $one['listen']['after'] ?? null;
        $last = $one['cursors'] === [] ? ($after === 'latest' ? null : $after) : end($one['cursors']);
        self::assertSame($last, $listener->cursor());
        self::checkPauses($one['answers'], $server->asked());
    }

    public function testTheCursorMovesWhenTheLastEventOfAPageHasBeenHandledAndNotBefore(): void
    {
        $stored = [];
        $listener = self::till(Server::scripted(self::twoPages()))->events()->listen(
            onCursor: static function (string $cursor) use (&$stored): void {
                $stored[] = $cursor;
            },
        );
        $places = [];
        foreach ($listener as $number => $event) {
            $places[] = [$listener->cursor(), $stored, $event->id];
            if ($number === 2) {
                break;
            }
        }
        $places = array_map(static fn (array $place): array => array_slice($place, 0, 2), $places);
        self::assertSame([[null, []], [null, []], ['c2', ['c2']]], $places);
    }

    public function testTheCursorMovesBehindAHandledPageThoughItIsCancelled(): void
    {
        $server = Server::scripted(self::twoPages());
        $seen = 0;
        $listener = self::till($server)->events()->listen(cancelled: static function () use (&$seen): bool {
            return $seen === 2;
        });
        $all = static function () use ($listener, &$seen): void {
            foreach ($listener as $event) {
                $seen += $event->id === '' ? 0 : 1;
            }
        };
        self::throws(CancelledException::class, $all);
        self::assertSame([2, 'c2'], [$seen, $listener->cursor()]);
        self::assertCount(1, $server->asked());
    }

    public function testACursorThatCannotBeStoredEndsIt(): void
    {
        $server = Server::scripted(self::twoPages());
        $listener = self::till($server)->events()->listen(
            onCursor: static fn () => throw new RuntimeException('the disk is full'),
        );
        $e = self::throws(RuntimeException::class, static fn () => iterator_to_array($listener));
        self::assertSame('the disk is full', $e->getMessage());
        self::assertCount(1, $server->asked());
    }

    /** @return array<string, array{list<array<string, mixed>>}> */
    public static function cancelled(): array
    {
        return [
            'between two events' => [self::twoPages()],
            'in a poll' => [[]],
            'in a pause beyond ten seconds' => [
                [['status' => 429, 'headers' => ['Retry-After' => '60'], 'body' => '']],
            ],
        ];
    }

    /**
     * @dataProvider cancelled
     *
     * @param list<array<string, mixed>> $answers
     */
    public function testItIsCancelled(array $answers): void
    {
        $server = Server::scripted($answers);
        // not the first few times after the request, in which its answer is read
        $left = 5;
        $cancelled = static function () use ($server, &$left): bool {
            return $server->notes() !== [] && --$left <= 0;
        };
        $seen = 0;
        $all = static function () use ($server, $cancelled, &$seen, &$left): void {
            foreach (self::till($server)->events()->listen(cancelled: $cancelled) as $event) {
                [$seen, $left] = [$seen + strlen($event->id) / 36, 0];
            }
        };
        self::throws(CancelledException::class, $all);
        self::assertTrue($seen <= 1, 'at once');
        self::assertCount(1, $server->asked());
    }

    public function testAPollMayTakeItsTimeBeyondTheClientsTimeout(): void
    {
        $server = Server::answering(200, [], self::twoPages()[0]['body'], delayMs: 300);
        foreach (self::till($server, timeoutSeconds: 0.1)->events()->listen() as $event) {
            self::assertSame('payment.success', $event->type);
            break;
        }
        self::assertCount(1, $server->requests());
    }

    public function testAClientWithATimeoutOfItsOwnIsAskedToWaitLess(): void
    {
        require_once __DIR__ . '/support/psr.php';
        require_once __DIR__ . '/support/psr-client.php';
        foreach ([10 => '8', 60 => '25', 1 => '0'] as $seconds => $wait) {
            $server = Server::scripted(self::twoPages());
            $till = self::till($server, httpClient: new PsrAllInOne(), timeoutSeconds: $seconds);
            foreach ($till->events()->listen() as $event) {
                self::assertSame('payment.success', $event->type);
                break;
            }
            self::assertSame(['wait' => $wait], $server->asked()[0]['query']);
        }
    }

    /** @return list<array<string, mixed>> the answers of a feed with three events */
    private static function twoPages(): array
    {
        return Service::vectors('feed')['listens'][0]['answers'];
    }

    private static function till(Server $server, mixed ...$settings): Till
    {
        return Service::client(...$settings, baseUrl: $server->url);
    }

    /** @return array{id: string, type: string} */
    private static function named(WebhookEvent $event): array
    {
        return ['id' => $event->id, 'type' => $event->type];
    }

    /**
     * A `Retry-After` is waited for. A poll that brought nothing is followed by the next one a second later.
     *
     * @param list<array<string, mixed>> $answers
     * @param list<array<string, mixed>> $asked
     */
    private static function checkPauses(array $answers, array $asked): void
    {
        foreach ($answers as $number => $answer) {
            if (!isset($asked[$number + 1]) || ($asked[$number]['query']['after'] ?? null) === 'latest') {
                continue;
            }
            $page = ($answer['status'] ?? null) === 200 ? json_decode($answer['body'], true) : null;
            $isIdle = $page !== null && $page['data'] === [] && !$page['has_more'];
            if ($isIdle || isset($answer['headers']['retry-after'])) {
                self::assertTrue($asked[$number + 1]['at'] - $asked[$number]['at'] >= 990_000_000, 'a pause');
            }
        }
    }
}
