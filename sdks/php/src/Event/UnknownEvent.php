<?php

declare(strict_types=1);

namespace Till\Event;

/** An event that is newer than this library: its name stands in `type`, everything else in `body`. */
final class UnknownEvent extends WebhookEvent
{
}
