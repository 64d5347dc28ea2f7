<?php

/**
 * Plugin Name: Kontor: dates
 * Description: The dates of Kontor as a shortcode, [kontor_dates category="1" limit="10"], and as a block.
 * Version: 1.0.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * License: Apache-2.0
 *
 * Copy clients/php/Kontor.php beside this file. Address and key are set under Settings, General.
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

require_once __DIR__ . '/Kontor.php';

const KONTOR_STATES = [
    'available' => 'freie Plätze',
    'few' => 'wenige Plätze',
    'waitingList' => 'Warteliste',
    'full' => 'ausgebucht',
    'closed' => 'nicht buchbar',
    'cancelled' => 'abgesagt',
];

/** Requests by WordPress, which knows the proxies of its server. */
function kontor_send(string $url, array $headers, int $timeout): array
{
    $response = wp_remote_get($url, ['headers' => $headers, 'timeout' => $timeout]);
    if (is_wp_error($response)) {
        return [0, [], $response->get_error_message()];
    }
    $answered = [];
    foreach (['etag', 'retry-after'] as $name) {
        $value = wp_remote_retrieve_header($response, $name);
        if ($value !== '') {
            $answered[$name] = $value;
        }
    }
    return [wp_remote_retrieve_response_code($response), $answered, wp_remote_retrieve_body($response)];
}

/** Answers are kept for a day, and asked for each time whether they are current. */
function kontor_cache(string $url, ?array $answer = null): ?array
{
    $name = 'kontor_' . md5($url);
    if ($answer !== null) {
        set_transient($name, $answer, DAY_IN_SECONDS);
        return null;
    }
    $stored = get_transient($name);
    return is_array($stored) ? $stored : null;
}

function kontor_client(): Kontor\Kontor
{
    $url = (string) get_option('kontor_url', '');
    $key = (string) get_option('kontor_key', '');
    return new Kontor\Kontor($url, $key, cache: kontor_cache(...), timeout: 5, send: kontor_send(...));
}

/** A date that is not yet open says from when it can be booked. */
function kontor_date_state(array $date): string
{
    $zone = new DateTimeZone($date['timeZone']);
    if ($date['availability'] === 'closed' && $date['bookableFrom'] > wp_date('Y-m-d', null, $zone)) {
        return 'buchbar ab ' . wp_date('j. F Y', (new DateTimeImmutable($date['bookableFrom'], $zone))->getTimestamp(), $zone);
    }
    return KONTOR_STATES[$date['availability']] ?? $date['availability'];
}

function kontor_date_item(array $date): string
{
    // The day in the time zone of the date.
    $day = $date['start'] === null ? '' : wp_date('j. F Y', strtotime($date['start']), new DateTimeZone($date['timeZone']));
    return sprintf(
        '<li class="kontor-%s"><time datetime="%s">%s</time> <strong>%s</strong> %s <span>%s</span></li>',
        esc_attr($date['availability']),
        esc_attr($date['start'] ?? ''),
        esc_html($day),
        $date['url'] === null
            ? esc_html($date['title'])
            : sprintf('<a href="%s">%s</a>', esc_url($date['url']), esc_html($date['title'])),
        esc_html($date['location']['city'] ?? ''),
        esc_html(kontor_date_state($date)),
    );
}

/** The shortcode and the block: the next dates, narrowed by category, city and words. */
function kontor_render_dates(array|string $attributes = []): string
{
    $chosen = shortcode_atts(['category' => '', 'city' => '', 'q' => '', 'limit' => 10], (array) $attributes, 'kontor_dates');
    $query = array_filter($chosen, fn ($value) => $value !== '');
    try {
        $dates = kontor_client()->dates($query)['data'];
    } catch (Kontor\KontorException | InvalidArgumentException $error) {
        // Only who edits the page can mend it.
        $reason = current_user_can('edit_posts') ? ' ' . $error->getMessage() : '';
        return '<p class="kontor-error">' . esc_html("Die Termine sind gerade nicht erreichbar.$reason") . '</p>';
    }
    if ($dates === []) {
        return '<p>' . esc_html('Zurzeit gibt es keine Termine.') . '</p>';
    }
    return '<ul class="kontor-dates">' . implode('', array_map('kontor_date_item', $dates)) . '</ul>';
}

add_action('init', function (): void {
    add_shortcode('kontor_dates', 'kontor_render_dates');
    register_block_type(__DIR__, ['render_callback' => 'kontor_render_dates']);
});

add_action('admin_init', function (): void {
    $fields = ['kontor_url' => 'Kontor: Adresse', 'kontor_key' => 'Kontor: Schlüssel (pk_… oder sk_…)'];
    foreach ($fields as $name => $label) {
        register_setting('general', $name, ['type' => 'string', 'sanitize_callback' => 'sanitize_text_field']);
        add_settings_field($name, $label, function () use ($name): void {
            printf('<input class="regular-text" name="%1$s" id="%1$s" value="%2$s">', esc_attr($name), esc_attr((string) get_option($name, '')));
        }, 'general', 'default', ['label_for' => $name]);
    }
});
