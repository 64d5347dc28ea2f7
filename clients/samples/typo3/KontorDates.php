<?php

/**
 * The dates of Kontor in TYPO3, as a content object (setup.typoscript). Put it and clients/php/Kontor.php into Classes/ of your site
 * package, and change the namespace.
 */

declare(strict_types=1);

namespace Vendor\SitePackage;

use Kontor\Kontor;
use Kontor\KontorException;
use TYPO3\CMS\Core\Attribute\AsAllowedCallable;

final class KontorDates
{
    private const STATES = [
        'available' => 'freie Plätze',
        'few' => 'wenige Plätze',
        'waitingList' => 'Warteliste',
        'full' => 'ausgebucht',
        'closed' => 'nicht buchbar',
        'cancelled' => 'abgesagt',
    ];

    /** @param array<string, mixed> $configuration the properties below the content object in TypoScript */
    #[AsAllowedCallable]
    public function render(string $content, array $configuration): string
    {
        $filters = array_intersect_key($configuration, array_flip(['category', 'city', 'q', 'limit']));
        $folder = ($configuration['cacheFolder'] ?? '') ?: sys_get_temp_dir();
        try {
            $kontor = new Kontor($configuration['url'] ?? '', $configuration['key'] ?? '', cache: $folder, timeout: 5);
            $dates = $kontor->dates($filters)['data'];
        } catch (KontorException) {
            return '<p>Die Termine sind gerade nicht erreichbar.</p>';
        }
        return '<ul class="kontor-dates">' . implode('', array_map($this->item(...), $dates)) . '</ul>';
    }

    /**
     * A date that is not yet open says from when it can be booked.
     * @param array<string, mixed> $date
     */
    private static function state(array $date): string
    {
        $today = (new \DateTimeImmutable('now', new \DateTimeZone($date['timeZone'])))->format('Y-m-d');
        return $date['availability'] === 'closed' && $date['bookableFrom'] > $today
            ? 'buchbar ab ' . (new \DateTimeImmutable($date['bookableFrom']))->format('d.m.Y')
            : self::STATES[$date['availability']] ?? '';
    }

    /** @param array<string, mixed> $date */
    private function item(array $date): string
    {
        $day = $date['start'] === null
            ? ''
            : (new \DateTimeImmutable($date['start']))->setTimezone(new \DateTimeZone($date['timeZone']))->format('d.m.Y');
        $cells = [$day, $date['title'], $date['location']['city'] ?? '', self::state($date)];
        $texts = array_map(fn (string $text) => '<span>' . htmlspecialchars($text) . '</span>', $cells);
        return '<li class="' . htmlspecialchars($date['availability']) . '">' . implode(' ', $texts) . '</li>';
    }
}
