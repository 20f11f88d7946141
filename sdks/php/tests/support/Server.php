<?php

declare(strict_types=1);

namespace Till\Tests;

/** PHP's own server with a script before everything: a receiver, or a service that answers as a test wants. */
final class Server
{
    /** @var list<resource> */
    private static array $running = [];

    private function __construct(
        public readonly string $url,
        private readonly string $log,
        private readonly string $notes,
    ) {
    }

    /**
     * On this port; 0 is one that the system chooses, so that no other process can have it.
     *
     * @param array<string, string> $env
     * @param list<string> $options of PHP
     */
    public static function start(
        string $script,
        array $env = [],
        int $port = 0,
        string $notes = '',
        array $options = [],
    ): self {
        $server = [...$options, '-d', 'error_log=', '-S', "127.0.0.1:$port", basename($script)];

        return self::run($server, $script, $env, $notes);
    }

    /**
     * Gives these answers in turn (`lost` cuts the connection), and leaves every later request unanswered.
     *
     * @param list<array<string, mixed>> $answers
     */
    public static function scripted(array $answers): self
    {
        $notes = self::file();
        $script = __DIR__ . '/scripted.php';
        $env = ['ANSWERS' => json_encode($answers, JSON_THROW_ON_ERROR), 'NOTES' => $notes];

        return self::run([$script], $script, $env, $notes);
    }

    /**
     * @param list<string> $arguments of PHP
     * @param array<string, string> $env
     */
    private static function run(array $arguments, string $script, array $env, string $notes): self
    {
        $log = self::file();
        $process = proc_open(
            [PHP_BINARY, ...$arguments],
            [0 => ['file', '/dev/null', 'r'], 1 => ['file', $log, 'a'], 2 => ['file', $log, 'a']],
            $pipes,
            dirname($script),
            $env + getenv(),
        );
        if ($process === false) {
            throw new \RuntimeException('php -S cannot be started');
        }
        self::$running[] = $process;
        $url = Service::waitFor('php -S', static function () use ($log): ?string {
            $isStarted = preg_match('~\((http://127\.0\.0\.1:\d+)\) started~', file_get_contents($log), $found);

            return $isStarted === 1 ? $found[1] : null;
        });

        return new self($url, $log, $notes);
    }

    /**
     * Answers every request alike, or with one body after another and then the last again. `$endless`: with spaces that
     * don't end. `$delayMs`: each after this time.
     *
     * @param array<string, string> $headers
     * @param string|list<string> $bodies
     */
    public static function answering(
        int $status,
        array $headers,
        string|array $bodies,
        bool $endless = false,
        int $delayMs = 0,
    ): self {
        $notes = self::file();
        $facts = ['status' => $status, 'headers' => $headers, 'bodies' => (array) $bodies];
        $facts += ['endless' => $endless, 'delayMs' => $delayMs];
        $env = ['ANSWER' => json_encode($facts, JSON_THROW_ON_ERROR), 'NOTES' => $notes];

        return self::start(__DIR__ . '/answer.php', $env, notes: $notes);
    }

    /** A forward proxy before a service; it notes method and address of every request. */
    public static function proxy(string $service): self
    {
        $notes = self::file();

        return self::start(__DIR__ . '/proxy.php', ['SERVICE' => $service, 'NOTES' => $notes], notes: $notes);
    }

    /** @return list<string> what was noted, line by line */
    public function notes(): array
    {
        return file($this->notes, FILE_IGNORE_NEW_LINES) ?: [];
    }

    /** @return list<array<string, mixed>> method, path, query, keys, body and time of each request to a script */
    public function asked(): array
    {
        return array_map(
            static fn (string $line): mixed => json_decode($line, true, flags: JSON_THROW_ON_ERROR),
            $this->notes(),
        );
    }

    public function forget(): void
    {
        file_put_contents($this->notes, '');
    }

    /** @return list<int> when each request came, in nanoseconds */
    public function requests(): array
    {
        return array_map(intval(...), file($this->notes) ?: []);
    }

    /** What it printed so far. */
    public function log(): string
    {
        return (string) file_get_contents($this->log);
    }

    public static function file(): string
    {
        return tempnam(Service::given('TMP'), 'test-') ?: throw new \RuntimeException('no folder for a file');
    }

    public static function stopAll(): void
    {
        foreach (self::$running as $process) {
            proc_terminate($process);
            proc_close($process);
        }
        self::$running = [];
    }
}
