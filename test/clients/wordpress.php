<?php

// The functions of WordPress that the sample's plugin uses, as their reference describes them: the plugin is loaded, initialised and
// rendered without WordPress.

declare(strict_types=1);

define('ABSPATH', __DIR__);
const DAY_IN_SECONDS = 86400;

final class WordPress
{
    public static array $actions = [];
    public static array $shortcodes = [];
    public static array $blocks = [];
    public static array $fields = [];
    public static array $options = [];
    public static array $transients = [];
    /** @var list<int> the statuses of requests */
    public static array $statuses = [];
    public static bool $canEdit = false;
}

final class WP_Error
{
    public function __construct(private readonly string $message)
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

function add_action(string $hook, callable $callback): void
{
    WordPress::$actions[$hook][] = $callback;
}

function do_action(string $hook): void
{
    array_map(fn (callable $callback) => $callback(), WordPress::$actions[$hook] ?? []);
}

function add_shortcode(string $tag, callable $callback): void
{
    WordPress::$shortcodes[$tag] = $callback;
}

/** Without attributes WordPress gives an empty text. */
function do_shortcode(string $content): string
{
    return preg_replace_callback('/\[(\w+)((?: \w+="[^"]*")*)\]/', function (array $match): string {
        preg_match_all('/(\w+)="([^"]*)"/', $match[2], $pairs);
        return WordPress::$shortcodes[$match[1]](array_combine($pairs[1], $pairs[2]) ?: '');
    }, $content);
}

function shortcode_atts(array $pairs, array $attributes, string $shortcode = ''): array
{
    return array_merge($pairs, array_intersect_key($attributes, $pairs));
}

function register_block_type(string $folder, array $settings): void
{
    $block = json_decode(file_get_contents("$folder/block.json"), true, 16, JSON_THROW_ON_ERROR);
    $script = $folder . '/' . substr($block['editorScript'], strlen('file:./'));
    if (!is_file($script) || !isset((require substr($script, 0, -2) . 'asset.php')['dependencies'])) {
        throw new LogicException("$script cannot be loaded");
    }
    WordPress::$blocks[$block['name']] = $block + $settings;
}

/** The block of a page with these attributes. */
function render_block(string $name, array $attributes): string
{
    $block = WordPress::$blocks[$name];
    return $block['render_callback']($attributes + array_map(fn (array $one) => $one['default'], $block['attributes']));
}

function register_setting(string $group, string $name, array $settings): void
{
    $settings['sanitize_callback']('');
}

function add_settings_field(string $id, string $title, callable $callback, string $page, string $section, array $arguments): void
{
    WordPress::$fields[$id] = $callback;
}

function sanitize_text_field(string $text): string
{
    return trim(strip_tags($text));
}

function get_option(string $name, mixed $default = false): mixed
{
    return WordPress::$options[$name] ?? $default;
}

function set_transient(string $name, mixed $value, int $seconds): bool
{
    WordPress::$transients[$name] = $value;
    return true;
}

function get_transient(string $name): mixed
{
    return WordPress::$transients[$name] ?? false;
}

function current_user_can(string $right): bool
{
    return WordPress::$canEdit;
}

function wp_remote_get(string $url, array $arguments): array|WP_Error
{
    $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($arguments['headers']), $arguments['headers']);
    $context = stream_context_create(['http' => ['ignore_errors' => true, 'header' => implode("\r\n", $lines)]]);
    $body = @file_get_contents($url, false, $context);
    if ($body === false) {
        return new WP_Error('cURL error 7: Failed to connect');
    }
    $headers = [];
    foreach ($http_response_header as $line) {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $headers[strtolower($name)] = trim($value);
    }
    preg_match('/ (\d{3})/', $http_response_header[0], $match);
    WordPress::$statuses[] = (int) $match[1];
    return ['status' => (int) $match[1], 'headers' => $headers, 'body' => $body];
}

function is_wp_error(mixed $value): bool
{
    return $value instanceof WP_Error;
}

function wp_remote_retrieve_response_code(array $response): int
{
    return $response['status'];
}

function wp_remote_retrieve_header(array $response, string $name): string
{
    return $response['headers'][$name] ?? '';
}

function wp_remote_retrieve_body(array $response): string
{
    return $response['body'];
}

function wp_date(string $format, ?int $timestamp, DateTimeZone $zone): string
{
    return (new DateTimeImmutable('@' . ($timestamp ?? time())))->setTimezone($zone)->format($format);
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url(string $url): string
{
    return preg_match('~^https?://~', $url) ? htmlspecialchars($url, ENT_QUOTES) : '';
}
