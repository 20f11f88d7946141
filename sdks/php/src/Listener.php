<?php

declare(strict_types=1);

namespace Till;

use Till\Event\WebhookEvent;

/**
 * Hands over events in `foreach`. No event comes twice within one `foreach`. After a crash within a page, the page's
 * events come again: recognise them by `id`.
 *
 * @extends \IteratorAggregate<int, WebhookEvent>
 */
interface Listener extends \IteratorAggregate
{
    /** The place behind the last page whose events have all been handled. Null while there is none. */
    public function cursor(): ?string;
}
