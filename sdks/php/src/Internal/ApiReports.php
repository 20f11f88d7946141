<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Reports;
use Till\SalesReport;

/** @internal */
final class ApiReports implements Reports
{
    public function __construct(private readonly Transport $transport)
    {
    }

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
