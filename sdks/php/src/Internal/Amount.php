<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\InvalidAmountException;

/**
 * An exact amount, as decimal and as micro-USDT.
 *
 * @internal
 */
final class Amount
{
    private const MAX_MICROS = 999_999_999_999_999;
    private const PLACES = 6;
    private const ONE_USDT = 1_000_000;
    private const MAX_EXPONENT = 40;

    /** The shortest exact decimal, without an exponent. */
    public readonly string $usdt;

    private function __construct(public readonly int $micros)
    {
        $digits = str_pad(ltrim((string) $micros, '-'), self::PLACES + 1, '0', STR_PAD_LEFT);
        $fraction = rtrim(substr($digits, -self::PLACES), '0');
        $whole = ($micros < 0 ? '-' : '') . substr($digits, 0, -self::PLACES);
        $this->usdt = $fraction === '' ? $whole : "$whole.$fraction";
    }

    /**
     * Parses an amount in the allowed range.
     *
     * @throws InvalidAmountException
     */
    public static function asked(string|int|float|null $usdt, string|int|float|null $micros): self
    {
        if (($usdt === null) === ($micros === null)) {
            throw self::invalid('Pass either amountUsdt or amountMicros.');
        }
        if ($micros !== null) {
            return self::inRange(is_int($micros) ? $micros : throw self::invalid('amountMicros must be an int.'));
        }
        if (is_float($usdt)) {
            throw self::invalid('Floats aren\'t exact. Pass a decimal string like "12.50", or amountMicros.');
        }
        if (is_int($usdt)) {
            return self::inRange(abs($usdt) > self::MAX_MICROS ? 0 : $usdt * self::ONE_USDT);
        }

        return self::inRange(self::microsOfText((string) $usdt));
    }

    /**
     * The members of a request that say how much is to be paid, as JSON.
     *
     * @throws InvalidAmountException
     */
    public static function members(
        string|int|float|null $usdt,
        string|int|float|null $micros,
        string|int|float|null $amount,
        ?string $currency,
    ): string {
        if ($amount === null && $currency === null) {
            // the exact digits, which a float may not represent
            return '"amount_usdt":' . self::asked($usdt, $micros)->usdt;
        }
        if ($amount === null || $usdt !== null || $micros !== null) {
            throw self::invalid('Pass either amountUsdt, amountMicros, or amount with currency.');
        }
        if (is_float($amount)) {
            throw self::invalid('Floats aren\'t exact. Pass a decimal string like "24.90".');
        }
        $price = ['amount' => (string) $amount] + ($currency === null ? [] : ['currency' => $currency]);

        return substr(Json::encode($price), 1, -1);
    }

    /** The amount of a JSON number's digits; null if it isn't an integer in micro-USDT, or exceeds 64 bits. */
    public static function ofDigits(string $digits): ?self
    {
        if (preg_match('/^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,5}))?$/D', $digits, $found) !== 1) {
            return null;
        }
        [, $sign, $whole, $fraction, $exponent] = $found + [3 => '', 4 => '0'];
        if (abs((int) $exponent) > self::MAX_EXPONENT) {
            return null;
        }
        $shift = (int) $exponent - strlen($fraction) + self::PLACES;
        $scaled = $whole . $fraction . str_repeat('0', max(0, $shift));
        if ($shift < 0) {
            $scaled = str_pad($scaled, 1 - $shift, '0', STR_PAD_LEFT);
            if (trim(substr($scaled, $shift), '0') !== '') {
                return null;
            }
            $scaled = substr($scaled, 0, $shift);
        }
        $scaled = ltrim($scaled, '0');
        $max = (string) PHP_INT_MAX;
        if (strlen($scaled) > strlen($max) || (strlen($scaled) === strlen($max) && strcmp($scaled, $max) > 0)) {
            return null;
        }

        return new self($sign === '-' ? -(int) $scaled : (int) $scaled);
    }

    private static function microsOfText(string $usdt): int
    {
        // the pattern accepts any number of decimals: zeros beyond the sixth lose nothing
        if (preg_match('/^(0|[1-9][0-9]{0,8})(?:\.([0-9]+))?$/D', $usdt, $found) !== 1) {
            return 0;
        }
        $places = rtrim($found[2] ?? '', '0');

        return strlen($places) > self::PLACES ? 0 : (int) ($found[1] . str_pad($places, self::PLACES, '0'));
    }

    private static function inRange(int $micros): self
    {
        if ($micros < 1 || $micros > self::MAX_MICROS) {
            throw self::invalid(
                'The amount must be from 0.000001 to 999999999.999999 USDT with at most six decimals, like 12.50.',
            );
        }

        return new self($micros);
    }

    private static function invalid(string $message): InvalidAmountException
    {
        return new InvalidAmountException('invalid_amount', null, null, $message);
    }
}
