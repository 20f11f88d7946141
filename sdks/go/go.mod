module till-payments/till

go 1.21
