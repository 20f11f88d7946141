module till.example/till

go 1.21
