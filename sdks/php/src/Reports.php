<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Internal\Call;
use Till\Internal\Transport;

/** Returns the sales of the key's terminal. */
final class Reports
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Returns the sales from `start` up to, but not including, `end`, by default of the terminal's current business day
     * so far.
     *
     * @param \DateTimeInterface|string|null $start a time, or an ISO 8601 string in the terminal's time zone:
     * `'2026-03-01'`
     * @param \DateTimeInterface|string|null $end the same
     *
     * @throws InvalidRequestException if the period is invalid
     * @throws ApiException|ConnectionException
     */
    public function sales(
        \DateTimeInterface|string|null $start = null,
        \DateTimeInterface|string|null $end = null,
    ): SalesReport {
        $query = [];
        foreach (['start' => $start, 'end' => $end] as $name => $moment) {
            if ($moment !== null) {
                $query[$name] = is_string($moment) ? $moment : self::inUtc($moment);
            }
        }

        $call = Call::get('/get-terminal-sales', $query)->withKey();

        return $this->transport->call($call, SalesReport::read(...))->value;
    }

    private static function inUtc(\DateTimeInterface $moment): string
    {
        return \DateTimeImmutable::createFromInterface($moment)
            ->setTimezone(new \DateTimeZone('UTC'))
            ->format('Y-m-d\TH:i:s.v\Z');
    }
}
