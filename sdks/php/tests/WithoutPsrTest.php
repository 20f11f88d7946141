<?php

declare(strict_types=1);

namespace Till\Tests;

use Psr\Http\Client\ClientInterface;

/**
 * @runTestsInSeparateProcesses
 *
 * @preserveGlobalState disabled
 */
final class WithoutPsrTest extends TestCase
{
    public function testTheLibraryWorksAndLooksForNone(): void
    {
        self::assertFalse(interface_exists(ClientInterface::class), 'the interface must not be there');
        self::assertSame('pending', Service::client()->intents()->create(1)->status);
        self::assertFalse(interface_exists(ClientInterface::class, false), 'the interface was loaded');
    }
}
