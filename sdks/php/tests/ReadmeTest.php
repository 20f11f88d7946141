<?php

declare(strict_types=1);

use Till\Tests\Server;
use Till\Tests\Service;
use Till\Tests\Suite;

// the README's programs, each under the name in its first line, in a folder with a copy of the library as it says
$folder = Service::given('TMP') . '/readme';
$library = dirname(__DIR__);
preg_match_all(
    '~^```php\n(<\?php // (\S+)\n.*?)^```$~ms',
    (string) file_get_contents("$library/README.md"),
    $blocks,
    PREG_SET_ORDER,
);
is_dir($folder) || mkdir($folder);
exec('cp -r ' . escapeshellarg($library) . ' ' . escapeshellarg("$folder/till-payments"));
foreach ($blocks as [, $code, $name]) {
    is_dir(dirname("$folder/$name")) || mkdir(dirname("$folder/$name"), recursive: true);
    file_put_contents("$folder/$name", $code);
}
$env = [
    'TILL_URL' => Service::given('URL'),
    'TILL_API_KEY' => Service::given('API_KEY'),
    'TILL_WEBHOOK_SECRET' => Service::given('WEBHOOK_SECRET'),
];
$run = static function (string $name, array $more = []) use ($folder, $env): string {
    $command = [PHP_BINARY, '-d', 'display_errors=1', '-d', 'error_reporting=-1', "$folder/$name"];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes, $folder, $more + $env + getenv());
    $output = stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]);
    Suite::same(0, proc_close($process));

    return $output;
};
Suite::test('the quick start ends with a verified payment.success', static function () use ($folder, $env, $run): void {
    $hooks = Server::start("$folder/hooks.php", $env, (int) Service::given('WEBHOOK_PORT'));
    $output = $run('pay.php');
    $claim = '~^The customer pays at ' . preg_quote(Service::given('URL')) . '/pay/(\S{36})\nThe intent is paid\n$~D';
    Suite::true(preg_match($claim, $output, $found) === 1, $output);
    $line = "Verified payment.success: 12.5 USDT for $found[1]";
    Service::waitFor($line, static fn (): bool => str_contains($hooks->log(), $line));
});
Suite::test('its receiver refuses a forgery', static function () use ($folder, $env): void {
    $hooks = Server::start("$folder/hooks.php", $env, Server::freePort());
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Content-Type: application/json\r\nX-Service-Signature: 00",
        'content' => '{"event":"payment.success"}',
        'ignore_errors' => true,
    ]]);
    file_get_contents("{$hooks->url}/hooks", false, $context);
    Suite::same('HTTP/1.0 401 Unauthorized', strtr($http_response_header[0], ['1.1' => '1.0']));
});
Suite::test('the program that asks for money says what its comments say', static function () use ($run): void {
    $lines = explode("\n", trim($run('ask.php')));
    Suite::same(['12.5 12500000', 'Still pending', 'cancelled'], [$lines[0], $lines[2], $lines[3]]);
    Suite::true(str_starts_with($lines[1], 'The amount must be from'), $lines[1]);
});
Suite::test('the settings are the real ones', static function () use ($run): void {
    Suite::same("sandbox\n", $run('settings.php'));
});
Suite::test('the program with a proxy asks the proxy', static function () use ($run): void {
    $proxy = Server::proxy(Service::given('URL'));
    Suite::same("pending\n", $run('proxy.php', ['SHOP_PROXY' => $proxy->url]));
    Suite::same(['POST ' . Service::given('URL') . '/api/v1/create-payment-intent'], $proxy->notes());
});
$name = 'without options of its own a program uses the proxy of the environment';
Suite::test($name, static function () use ($run): void {
    $proxy = Server::proxy(Service::given('URL'));
    foreach (['' => 1, '*' => 0, 'till.invalid' => 1] as $bypassed => $asked) {
        $given = ['SHOP_PROXY' => '', 'http_proxy' => $proxy->url, 'no_proxy' => (string) $bypassed];
        $run('ask.php', $given + ['NO_PROXY' => (string) $bypassed]);
        Suite::same($asked > 0, count($proxy->notes()) > 0);
        $proxy->forget();
    }
});
foreach ($blocks as [, , $name]) {
    Suite::test("the README's $name is PHP", static function () use ($folder, $name): void {
        exec(escapeshellarg(PHP_BINARY) . ' -l ' . escapeshellarg("$folder/$name") . ' 2>&1', $lines, $status);
        Suite::same([0, ''], [$status, $status === 0 ? '' : implode("\n", $lines)]);
    });
}
