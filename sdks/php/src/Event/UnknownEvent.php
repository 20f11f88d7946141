<?php

declare(strict_types=1);

namespace Till\Event;

/** An event newer than this library. Its name is in `type`, everything else in `body`. */
final class UnknownEvent extends WebhookEvent
{
}
