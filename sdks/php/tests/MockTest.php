<?php

declare(strict_types=1);

namespace Till\Tests;

use DateTimeImmutable;
use Till\Client;
use Till\Intent;
use Till\Intents;
use Till\Till;

final class MockTest extends TestCase
{
    public function testAShopIsTestedWithoutAService(): void
    {
        $intents = $this->createMock(Intents::class);
        $paid = new Intent('i1', '12.5', 12_500_000, 'paid', 'sandbox', false, new DateTimeImmutable());
        $intents->expects(self::once())->method('get')->with('i1')->willReturn($paid);
        $till = $this->createStub(Client::class);
        $till->method('intents')->willReturn($intents);
        self::assertTrue(self::isPaid($till, 'i1'));
    }

    public function testTheClientIsOne(): void
    {
        self::assertInstanceOf(Client::class, new Till('svc_test_x', 'https://pay.example.com'));
    }

    /** What a shop does. */
    private static function isPaid(Client $till, string $id): bool
    {
        return $till->intents()->get($id)->status === 'paid';
    }
}
