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
        ?string $terminalId = null,
    ): SalesReport {
        $query = Parameters::query(['start' => $start, 'end' => $end, 'terminal_id' => $terminalId]);
        $call = Call::get('/get-terminal-sales', $query)->withKey();

        return $this->transport->call($call, SalesReport::read(...))->value;
    }
}
