<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Event\AlarmCleared;
use Till\Event\AlarmRaised;
use Till\Event\AttentionOpened;
use Till\Event\AttentionResolved;
use Till\Event\IntentCancelled;
use Till\Event\IntentCreated;
use Till\Event\KeyRotated;
use Till\Event\PaymentExpired;
use Till\Event\PaymentSuccess;
use Till\Event\RefundCancelled;
use Till\Event\RefundFailed;
use Till\Event\RefundPrepared;
use Till\Event\RefundSent;
use Till\Event\TestPing;
use Till\Event\UnknownEvent;
use Till\Event\WebhookEvent;

/** @internal */
final class EventReader
{
    /** @throws ShapeException if it is no event, or a known event with missing members */
    public static function read(string $text, string $id): WebhookEvent
    {
        $members = new Members(Json::parse($text));
        $type = $members->text('event');
        if ($type === '') {
            throw new ShapeException('event is empty');
        }
        $body = Json::toArray($text);

        return match ($type) {
            PaymentSuccess::TYPE => self::paymentSuccess($members, $id, $body),
            IntentCreated::TYPE => self::intentCreated($members, $id, $body),
            PaymentExpired::TYPE => self::ended(PaymentExpired::class, $members, $id, $body),
            KeyRotated::TYPE => self::keyRotated($members, $id, $body),
            TestPing::TYPE => self::testPing($members, $id, $body),
            IntentCancelled::TYPE => self::ended(IntentCancelled::class, $members, $id, $body),
            AttentionOpened::TYPE => self::attentionOpened($members, $id, $body),
            AttentionResolved::TYPE => self::attentionResolved($members, $id, $body),
            AlarmRaised::TYPE => self::alarm(AlarmRaised::class, $members, $id, $body),
            AlarmCleared::TYPE => self::alarm(AlarmCleared::class, $members, $id, $body),
            RefundPrepared::TYPE => self::refund(RefundPrepared::class, $members, $id, $body),
            RefundSent::TYPE => self::refund(RefundSent::class, $members, $id, $body),
            RefundFailed::TYPE => self::refundFailed($members, $id, $body),
            RefundCancelled::TYPE => self::refund(RefundCancelled::class, $members, $id, $body),
            default => new UnknownEvent($id, $type, $body),
        };
    }

    /** @param array<array-key, mixed> $body */
    private static function paymentSuccess(Members $members, string $id, array $body): PaymentSuccess
    {
        $amount = self::amount($members);

        return new PaymentSuccess(
            id: $id,
            intentId: $members->text('intent_id'),
            transferId: $members->textOrNull('transfer_id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            terminalId: $members->text('terminal_id'),
            terminalName: $members->text('terminal_name'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            simulated: $members->flag('simulated'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /** @param array<array-key, mixed> $body */
    private static function intentCreated(Members $members, string $id, array $body): IntentCreated
    {
        $amount = self::amount($members);

        return new IntentCreated(
            id: $id,
            intentId: $members->text('intent_id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            terminalId: $members->text('terminal_id'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            expiresAt: $members->moment('expires_at'),
            checkoutUri: $members->text('checkout_uri'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /**
     * @param class-string<PaymentExpired>|class-string<IntentCancelled> $class
     * @param array<array-key, mixed> $body
     */
    private static function ended(
        string $class,
        Members $members,
        string $id,
        array $body,
    ): PaymentExpired|IntentCancelled {
        $amount = self::amount($members);

        return new $class(
            id: $id,
            intentId: $members->text('intent_id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            terminalId: $members->text('terminal_id'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /** @param array<array-key, mixed> $body */
    private static function keyRotated(Members $members, string $id, array $body): KeyRotated
    {
        return new KeyRotated(
            id: $id,
            terminalId: $members->text('terminal_id'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            rotatedAt: $members->moment('rotated_at'),
            last4: $members->text('last4'),
            body: $body,
        );
    }

    /** @param array<array-key, mixed> $body */
    private static function testPing(Members $members, string $id, array $body): TestPing
    {
        return new TestPing(
            id: $id,
            message: $members->text('message'),
            requestId: $members->text('request_id'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /**
     * @template T of RefundPrepared|RefundSent|RefundCancelled
     * @param class-string<T> $class
     * @param array<array-key, mixed> $body
     * @return T
     */
    private static function refund(string $class, Members $members, string $id, array $body): WebhookEvent
    {
        $amount = self::amount($members);

        return new $class(
            id: $id,
            refundId: $members->text('refund_id'),
            intentId: $members->textOrNull('intent_id'),
            terminalId: $members->textOrNull('terminal_id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            txHash: $members->textOrNull('tx_hash'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /** @param array<array-key, mixed> $body */
    private static function refundFailed(Members $members, string $id, array $body): RefundFailed
    {
        $amount = self::amount($members);

        return new RefundFailed(
            id: $id,
            refundId: $members->text('refund_id'),
            intentId: $members->textOrNull('intent_id'),
            terminalId: $members->textOrNull('terminal_id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            txHash: $members->textOrNull('tx_hash'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            failure: $members->textOrNull('failure'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /** @param array<array-key, mixed> $body */
    private static function attentionOpened(Members $members, string $id, array $body): AttentionOpened
    {
        $amount = self::amount($members);

        return new AttentionOpened(
            id: $id,
            itemId: $members->text('item_id'),
            kind: $members->text('kind'),
            intentId: $members->textOrNull('intent_id'),
            terminalId: $members->textOrNull('terminal_id'),
            transferId: $members->textOrNull('transfer_id'),
            txHash: $members->textOrNull('tx_hash'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /** @param array<array-key, mixed> $body */
    private static function attentionResolved(Members $members, string $id, array $body): AttentionResolved
    {
        $amount = self::amount($members);

        return new AttentionResolved(
            id: $id,
            itemId: $members->text('item_id'),
            kind: $members->text('kind'),
            intentId: $members->textOrNull('intent_id'),
            terminalId: $members->textOrNull('terminal_id'),
            transferId: $members->textOrNull('transfer_id'),
            txHash: $members->textOrNull('tx_hash'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            currency: $members->text('currency'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            resolution: $members->text('resolution'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /**
     * @param class-string<AlarmRaised>|class-string<AlarmCleared> $class
     * @param array<array-key, mixed> $body
     */
    private static function alarm(
        string $class,
        Members $members,
        string $id,
        array $body,
    ): AlarmRaised|AlarmCleared {
        return new $class(
            id: $id,
            alarmId: $members->text('alarm_id'),
            kind: $members->text('kind'),
            message: $members->text('message'),
            webhookEndpointId: $members->textOrNull('webhook_endpoint_id'),
            raisedAt: $members->moment('raised_at'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            timestamp: $members->moment('timestamp'),
            body: $body,
        );
    }

    /** The specification shows it under two names. */
    private static function amount(Members $members): Amount
    {
        return $members->amount($members->has('amount') ? 'amount' : 'amount_usdt');
    }
}
