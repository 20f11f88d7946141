<?php

declare(strict_types=1);

namespace Till\Tests;

use Till\WebhookVerifier;

final class ReadmeTest extends TestCase
{
    private const LIBRARY = __DIR__ . '/..';

    public static function setUpBeforeClass(): void
    {
        $folder = self::folder();
        is_dir($folder) || mkdir($folder);
        exec('cp -r ' . escapeshellarg(self::LIBRARY) . ' ' . escapeshellarg("$folder/till-payments"));
        foreach (self::programs() as [$name, $code]) {
            is_dir(dirname("$folder/$name")) || mkdir(dirname("$folder/$name"), recursive: true);
            file_put_contents("$folder/$name", $code);
        }
    }

    public function testTheQuickStartEndsWithAVerifiedPaymentSuccess(): void
    {
        $hooks = Server::start(self::folder() . '/hooks.php', self::env(), (int) Service::given('WEBHOOK_PORT'));
        $output = self::runs('pay.php');
        $page = preg_quote(Service::given('URL')) . '/pay/(\S{36})';
        $claim = "~^The customer pays at $page\nThe intent is paid\n$~D";
        self::assertTrue(preg_match($claim, $output, $found) === 1, $output);
        $line = "Verified payment.success: 12.5 USDT for $found[1]";
        Service::waitFor($line, static fn (): bool => str_contains($hooks->log(), $line));
    }

    public function testItsReceiverRefusesAForgery(): void
    {
        $hooks = Server::start(self::folder() . '/hooks.php', self::env());
        $answer = self::post($hooks, '{"event":"payment.success"}', ['X-Service-Signature' => '00']);
        self::assertSame([401, ''], $answer);
    }

    /** What PHP does without a php.ini: it shows errors, and answers them with 200. */
    private const WITHOUT_INI = ['-n', '-d', 'display_errors=1'];

    public function testItsReceiverAnswers500WithoutItsSecret(): void
    {
        $hooks = Server::start(self::folder() . '/hooks.php', options: self::WITHOUT_INI);
        [$status, $shown] = self::post($hooks, '{}', []);
        self::assertSame(500, $status);
        self::assertStringContainsString('ConfigurationException', $shown);
    }

    public function testItsReceiverAnswers500WhenTheShopFails(): void
    {
        $fails = 'function error_log(string $message): bool { throw new RuntimeException("The database is away."); }';
        file_put_contents(self::folder() . '/failing.php', "<?php $fails require __DIR__ . '/hooks.php';");
        $options = [...self::WITHOUT_INI, '-d', 'disable_functions=error_log'];
        $hooks = Server::start(self::folder() . '/hooks.php', self::env(), options: self::WITHOUT_INI);
        $failing = Server::start(self::folder() . '/failing.php', self::env(), options: $options);
        $body = Service::vectors('events')['events'][0]['body'];
        $headers = (new WebhookVerifier(Service::given('WEBHOOK_SECRET')))->sign($body);
        self::assertSame([204, ''], self::post($hooks, $body, $headers));
        [$status, $shown] = self::post($failing, $body, $headers);
        self::assertSame(500, $status);
        self::assertStringContainsString('The database is away.', $shown);
    }

    public function testTheProgramThatAsksForMoneySaysWhatItsCommentsSay(): void
    {
        $lines = explode("\n", trim(self::runs('ask.php')));
        self::assertSame(['12.5 12500000', 'Still pending', 'cancelled'], [$lines[0], $lines[2], $lines[3]]);
        self::assertTrue(str_starts_with($lines[1], 'The amount must be from'), $lines[1]);
    }

    public function testTheSettingsAreTheRealOnes(): void
    {
        self::assertSame("sandbox\n", self::runs('settings.php'));
    }

    public function testTheProgramWithAProxyAsksTheProxy(): void
    {
        $proxy = Server::proxy(Service::given('URL'));
        self::assertSame("pending\n", self::runs('proxy.php', ['SHOP_PROXY' => $proxy->url]));
        self::assertSame(['POST ' . Service::given('URL') . '/api/v1/create-payment-intent'], $proxy->notes());
    }

    public function testWithoutOptionsOfItsOwnAProgramUsesTheProxyOfTheEnvironment(): void
    {
        $proxy = Server::proxy(Service::given('URL'));
        foreach (['' => 1, '*' => 0, 'till.invalid' => 1] as $bypassed => $asked) {
            $given = ['SHOP_PROXY' => '', 'http_proxy' => $proxy->url, 'no_proxy' => (string) $bypassed];
            self::runs('ask.php', $given + ['NO_PROXY' => (string) $bypassed]);
            self::assertSame($asked > 0, count($proxy->notes()) > 0);
            $proxy->forget();
        }
    }

    public function testTheProgramThatReadsWhatWasMissedStoresItsPlaceAndGoesOnFromThere(): void
    {
        ['answers' => $answers, 'events' => $events] = Service::vectors('feed')['listens'][0];
        $end = ['status' => 401, 'body' => '{"error":"No.","code":"invalid_api_key"}'];
        $server = Server::scripted([...$answers, $end, $end]);
        $intent = '6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11';
        $output = self::runs('missed.php', ['TILL_URL' => $server->url], 255);
        self::assertSame(count($events), substr_count($output, "Paid: $intent\n"));
        self::assertStringContainsString('AuthenticationException', $output);
        self::runs('missed.php', ['TILL_URL' => $server->url], 255);
        self::assertSame([null, 'c2', 'c3', 'c3'], array_map(
            static fn (array $request): ?string => $request['query']['after'] ?? null,
            $server->asked(),
        ));
    }

    public function testTheProgramThatFindsIntentsGoesThroughAllOfThemThenListsOnePage(): void
    {
        $between = static fn (array $one): bool => $one['name'] === 'an empty page in between';
        [$list] = array_values(array_filter(Service::vectors('pages')['lists'], $between));
        $server = Server::scripted([...$list['answers'], $list['answers'][0]]);
        $lines = array_map(static fn (string $id): string => "$id pending 0\n", $list['ids']);
        self::assertSame(implode('', $lines) . "1 c1\n", self::runs('find.php', ['TILL_URL' => $server->url]));
        $queries = array_column($server->asked(), 'query');
        self::assertSame(['reference' => 'order-1042'], $queries[0]);
        $paid = ['status' => 'paid', 'created_after' => '2026-03-01T00:00:00.000Z', 'limit' => '50'];
        self::assertSame($paid, $queries[3]);
    }

    public function testTheProgramThatRefundsAPaymentFindsItsIntentFirst(): void
    {
        ['intents' => [, $intent], 'refunds' => [, $refund]] = Service::vectors('pages');
        $page = '{"data":[' . $intent['body'] . '],"has_more":false,"next":null}';
        $server = Server::scripted([['status' => 200, 'body' => $page], $refund]);
        $output = self::runs('refund.php', ['TILL_URL' => $server->url]);
        self::assertSame("{$refund['result']['id']} waiting_for_address\n", $output);
        [$found, $made] = $server->asked();
        self::assertSame(['reference' => 'order-1042', 'status' => 'paid'], $found['query']);
        $body = '{"amount_usdt":5.25,"intent_id":"' . $intent['intent']['id'] . '","reason":"Returned item"}';
        self::assertSame($body, $made['body']);
    }

    public function testTheProgramThatCreatesItsEndpointShowsTheSecretOnceAndSendsATestEvent(): void
    {
        $names = ['a new endpoint', 'a test event that was delivered'];
        $isOne = static fn (array $one): bool => in_array($one['name'], $names, true);
        $server = Server::scripted(array_values(array_filter(Service::vectors('pages')['endpoints'], $isOne)));
        $output = self::runs('endpoint.php', ['TILL_URL' => $server->url]);
        self::assertMatchesRegularExpression("/^Store whsec_\\S+: it isn't shown again\ndelivered\n$/D", $output);
    }

    /** @dataProvider programs */
    public function testAProgramIsPhp(string $name): void
    {
        $file = escapeshellarg(self::folder() . "/$name");
        exec(escapeshellarg(PHP_BINARY) . " -l $file 2>&1", $lines, $status);
        self::assertSame(0, $status, implode("\n", $lines));
    }

    /**
     * The README's programs, each under the name in its first line.
     *
     * @return array<string, array{string, string}>
     */
    public static function programs(): array
    {
        $readme = (string) file_get_contents(self::LIBRARY . '/README.md');
        preg_match_all('~^```php\n(<\?php // (\S+)\n.*?)^```$~ms', $readme, $blocks, PREG_SET_ORDER);
        $programs = [];
        foreach ($blocks as [, $code, $name]) {
            $programs[$name] = [$name, $code];
        }

        return $programs;
    }

    /** The programs, and a copy of the library as the README says. */
    private static function folder(): string
    {
        return Service::given('TMP') . '/readme';
    }

    /** @return array<string, string> */
    private static function env(): array
    {
        return [
            'TILL_URL' => Service::given('URL'),
            'TILL_API_KEY' => Service::given('API_KEY'),
            'TILL_WEBHOOK_SECRET' => Service::given('WEBHOOK_SECRET'),
        ];
    }

    /**
     * The status and the body of the answer.
     *
     * @param array<string, string> $headers
     *
     * @return array{int, string}
     */
    private static function post(Server $hooks, string $body, array $headers): array
    {
        $lines = [];
        foreach ($headers + ['Content-Type' => 'application/json'] as $name => $value) {
            $lines[] = "$name: $value";
        }
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $lines,
            'content' => $body,
            'ignore_errors' => true,
        ]]);
        $shown = (string) file_get_contents("{$hooks->url}/hooks", false, $context);

        return [(int) explode(' ', $http_response_header[0])[1], $shown];
    }

    /** @param array<string, string> $more */
    private static function runs(string $name, array $more = [], int $status = 0): string
    {
        $command = [PHP_BINARY, '-d', 'display_errors=1', '-d', 'error_reporting=-1', self::folder() . "/$name"];
        $outputs = [1 => ['pipe', 'w'], 2 => ['pipe', 'w']];
        $process = proc_open($command, $outputs, $pipes, self::folder(), $more + self::env() + getenv());
        $output = stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]);
        self::assertSame($status, proc_close($process), $output);

        return $output;
    }
}
