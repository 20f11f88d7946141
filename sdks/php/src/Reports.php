<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;

/** Returns the sales of a terminal. */
interface Reports
{
    /**
     * Returns the sales from `start` up to, but not including, `end`, by default of the terminal's current business day
     * so far.
     *
     * @param \DateTimeInterface|string|null $start a time, or an ISO 8601 string in the terminal's time zone:
     * `'2026-03-01'`
     * @param \DateTimeInterface|string|null $end the same
     * @param string|null $terminalId only for a key for all terminals, which needs it
     *
     * @throws InvalidRequestException if the period is invalid
     * @throws ApiException|ConnectionException
     */
    public function sales(
        \DateTimeInterface|string|null $start = null,
        \DateTimeInterface|string|null $end = null,
        ?string $terminalId = null,
    ): SalesReport;
}
