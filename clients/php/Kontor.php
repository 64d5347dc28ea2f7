<?php

/**
 * The interface for websites of Kontor (/public/v1): dates, events, facets, changes, bookings, webhooks. PHP 8.1 and later, no dependency.
 * Licence: Apache-2.0.
 */

declare(strict_types=1);

namespace Kontor;

use Closure;
use Generator;
use InvalidArgumentException;
use RuntimeException;

/** An answer of Kontor that is no success, with its problem details (RFC 9457), or status 0: there was no answer. */
final class KontorException extends RuntimeException
{
    /** @param array<string, mixed> $problem type, title, status, detail, errors, requestId */
    public function __construct(
        public readonly int $status,
        public readonly array $problem,
        /** After how many seconds to try again; of 429 and 503. */
        public readonly ?int $retryAfter = null,
    ) {
        $title = (string) ($problem['title'] ?? '');
        parent::__construct((string) ($problem['detail'] ?? '') ?: $title, $status);
    }

    /** The last part of the problem's type: `not-found`, `cursor-expired`, … */
    public function kind(): string
    {
        $parts = explode('/', (string) ($this->problem['type'] ?? ''));
        return end($parts);
    }
}

/** Records are arrays with the fields of the OpenAPI document. */
final class Kontor
{
    private const PREFIX = '/public/v1';
    private const LARGEST_PAGE = 100;

    private readonly string $root;
    private readonly ?Closure $cache;
    /** @var callable(string, array<string, string>, int, ?string): array{int, array<string, string>, string} */
    private $send;

    /**
     * @param string $baseUrl where Kontor is, such as `https://kontor.example`
     * @param string $key `pk_…` or `sk_…`
     * @param string|Closure|null $cache keeps answers by their address, to ask only whether they are current: a folder, or a
     *   function that reads with the address alone, and writes with the address and an array
     * @param int $timeout of a request, in seconds
     * @param int $retries how often a request is repeated after 429 and 503, after the pause that the answer asks for
     * @param callable|null $send instead of PHP's streams: function (string $url, array $headers, int $timeout, ?string $body):
     *   [status, headers with names in lower case, body]; with a body, it is a POST
     */
    public function __construct(
        string $baseUrl,
        private readonly string $key,
        string|Closure|null $cache = null,
        private readonly int $timeout = 30,
        private readonly int $retries = 0,
        ?callable $send = null,
    ) {
        if (!preg_match('~^https?://[^/?#]+~', $baseUrl)) {
            throw new InvalidArgumentException('baseUrl: must be the address of Kontor, such as https://kontor.example');
        }
        if (!preg_match('/^[ps]k_./', $key)) {
            throw new InvalidArgumentException('key: must begin with pk_ or sk_');
        }
        if (is_string($cache) && !is_writable($cache)) {
            throw new InvalidArgumentException('cache: must be a folder that can be written');
        }
        $this->root = (string) preg_replace('~(/public/v1)?/*$~', '', $baseUrl);
        $this->cache = is_string($cache) ? self::folderCache($cache) : $cache;
        $this->send = $send ?? self::sendByStream(...);
    }

    /**
     * Dates in the order of their start, the first page unless `cursor` is given.
     * @param array<string, mixed> $query `city`, `category`, `from`, …; lists are arrays
     * @return array{data: list<array<string, mixed>>, total: int, next: ?string}
     */
    public function dates(array $query = []): array
    {
        return $this->get('/dates', $query);
    }

    /** All dates that match, page by page as they are consumed. */
    public function allDates(array $query = []): Generator
    {
        return $this->all('/dates', $query);
    }

    /**
     * A date that `dates` lists with the same query. With `['availability' => 'any']`, also one that is full, closed or cancelled.
     * @param array<string, mixed> $query `availability`, `from`
     * @return array<string, mixed>
     */
    public function date(int $id, array $query = []): array
    {
        return $this->get("/dates/$id", $query);
    }

    /** Events in the order of their title, with their dates. */
    public function events(array $query = []): array
    {
        return $this->get('/events', $query);
    }

    /** All events that match, page by page as they are consumed. */
    public function allEvents(array $query = []): Generator
    {
        return $this->all('/events', $query);
    }

    /** @param int|string $event its id or slug; a slug that it had before leads to it, too */
    public function event(int|string $event): array
    {
        return $this->get('/events/' . rawurlencode((string) $event));
    }

    /** The tree of categories. */
    public function categories(): array
    {
        return $this->get('/categories')['data'];
    }

    /** How many dates each value of a filter would find. */
    public function facets(array $filters = []): array
    {
        return $this->get('/facets', $filters);
    }

    /**
     * What has changed since a cursor; without one, the newest cursor. 410 for one that is older than 30 days.
     * @param array<string, mixed> $query the filters of `/dates`; `['include' => 'data']` brings the records
     */
    public function changes(?string $since = null, int $limit = 100, array $query = []): array
    {
        return $this->get('/changes', $query + ($since === null ? [] : ['since' => $since, 'limit' => $limit]));
    }

    /** schema.org's `Course`, to be embedded in the page of the event. */
    public function jsonLd(int|string $event): array
    {
        return $this->get('/events/' . rawurlencode((string) $event) . '/schema.json');
    }

    /** What is accepted by booking a date, and what cancelling costs. */
    public function terms(int $dateId, string $language = 'de'): array
    {
        return $this->get('/terms', ['dateId' => $dateId, 'language' => $language]);
    }

    /** A challenge for the proof of a booking. A secret key needs none. */
    public function challenge(): array
    {
        return $this->get('/challenge');
    }

    /** What seats cost, and by which rules. */
    public function quote(array $body, ?string $visitorAddress = null): array
    {
        return $this->post('/quotes', $body, null, $visitorAddress);
    }

    /**
     * Holds seats for 15 minutes, or extends a hold. Without enough of them, the exception is of the kind `seats-taken`.
     * @param string|null $visitorAddress with a secret key: whose request this is
     */
    public function hold(array $body, ?string $idempotencyKey = null, ?string $visitorAddress = null): array
    {
        return $this->post('/holds', $body, $idempotencyKey, $visitorAddress);
    }

    /**
     * Books seats. Without enough of them, the exception is of the kind `seats-taken`. With a publishable key, `status` is `toConfirm` where
     * the event asks for a confirmation: nothing is booked before the orderer has opened the link in the mail.
     * @param string|null $idempotencyKey the same request with the same key books once; left out: a new one for each call
     * @param string|null $visitorAddress with a secret key: whose request this is
     */
    public function book(array $body, ?string $idempotencyKey = null, ?string $visitorAddress = null): array
    {
        return $this->post('/bookings', $body, $idempotencyKey, $visitorAddress);
    }

    /** iCalendar of one date. */
    public function dateCalendar(int $id): string
    {
        return $this->read($this->path("/dates/$id/calendar.ics"));
    }

    /** The address of a calendar to subscribe to, of the dates that match. */
    public function calendarUrl(array $filters = []): string
    {
        if ($this->isSecret()) {
            throw new InvalidArgumentException('key: a secret key must not be part of an address');
        }
        return $this->root . $this->path('/calendar.ics', $filters);
    }

    /**
     * Brings a copy of the dates up to date: everything without a cursor and after it has expired; what has changed otherwise.
     * Until everything has been read anew, the copy keeps what it has.
     * @param ?string $cursor that was written last
     * @param callable(array<string, mixed>): mixed $put adds a date, or replaces the one with its id
     * @param callable(int): mixed $remove removes a date, if it is there
     * @param callable(list<int>): mixed $keepOnly everything was read: removes all dates with other ids
     * @param callable(string): mixed $writeCursor called after everything before it has been put and removed
     * @param array<string, mixed> $filters the dates to copy, by the filters of `/dates`: always the same
     */
    public function updateCopy(
        ?string $cursor,
        callable $put,
        callable $remove,
        callable $keepOnly,
        callable $writeCursor,
        array $filters = [],
    ): void {
        if ($cursor !== null) {
            try {
                $this->followChanges($cursor, $put, $remove, $writeCursor, $filters);
                return;
            } catch (KontorException $error) {
                if ($error->status !== 410) {
                    throw $error;
                }
            }
        }
        // Before the records: what changes while they are read is told afterwards.
        $next = $this->changes(query: $filters)['next'];
        $ids = [];
        foreach ($this->allDates($filters) as $date) {
            $put($date);
            $ids[] = $date['id'];
        }
        $keepOnly($ids);
        $writeCursor($next);
        $this->followChanges($next, $put, $remove, $writeCursor, $filters);
    }

    /**
     * Verifies the signature (Standard Webhooks) and the age of a message.
     * @param string $body as it came: `file_get_contents('php://input')`
     * @param array<string, mixed> $headers by name, as from `getallheaders()`
     * @param string|list<string> $secret `whsec_…`; several while it is changed
     * @return array{id: string, type: string, timestamp: string, data: array{id: int}}
     * @throws InvalidArgumentException unless Kontor has sent it within the last minutes
     */
    public static function verifyWebhook(string $body, array $headers, string|array $secret, int $tolerance = 300): array
    {
        $headers = array_change_key_case($headers);
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!is_string($headers[$name] ?? null) || $headers[$name] === '') {
                throw new InvalidArgumentException("$name: the header is missing");
            }
        }
        $timestamp = $headers['webhook-timestamp'];
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > $tolerance) {
            throw new InvalidArgumentException('webhook-timestamp: the message is too old or too new');
        }
        foreach ((array) $secret as $one) {
            $bytes = base64_decode((string) preg_replace('/^whsec_/', '', $one), true);
            if ($bytes === false || $bytes === '') {
                throw new InvalidArgumentException('secret: must be whsec_ and a text in Base64');
            }
            $hash = hash_hmac('sha256', "{$headers['webhook-id']}.$timestamp.$body", $bytes, true);
            foreach (explode(' ', $headers['webhook-signature']) as $signature) {
                if (hash_equals('v1,' . base64_encode($hash), $signature)) {
                    return ['id' => $headers['webhook-id']] + json_decode($body, true, 32, JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new InvalidArgumentException('webhook-signature: does not match');
    }

    private function followChanges(
        string $cursor,
        callable $put,
        callable $remove,
        callable $writeCursor,
        array $filters,
    ): void {
        do {
            $page = $this->changes($cursor, query: ['include' => 'data'] + $filters);
            foreach ($page['data'] as $change) {
                if ($change['type'] === 'date') {
                    isset($change['data']) ? $put($change['data']) : $remove($change['id']);
                }
            }
            if ($page['next'] !== $cursor) {
                $writeCursor($page['next']);
            }
            $cursor = $page['next'];
        } while ($page['data'] !== []);
    }

    private function all(string $path, array $query): Generator
    {
        $next = $this->path($path, $query + ['limit' => self::LARGEST_PAGE]);
        while ($next !== null) {
            $page = $this->decode($this->read($next));
            foreach ($page['data'] as $record) {
                yield $record;
            }
            $next = $page['next'];
        }
    }

    private function get(string $path, array $query = []): array
    {
        return $this->decode($this->read($this->path($path, $query)));
    }

    private function decode(string $body): array
    {
        return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    }

    private function isSecret(): bool
    {
        return str_starts_with($this->key, 'sk_');
    }

    /** The path below the root. */
    private function path(string $path, array $query = []): string
    {
        $pairs = [];
        foreach ($query + ($this->isSecret() ? [] : ['key' => $this->key]) as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                if ($one !== null) {
                    $pairs[] = rawurlencode($name) . '=' . rawurlencode(is_bool($one) ? (string) (int) $one : (string) $one);
                }
            }
        }
        return self::PREFIX . $path . ($pairs === [] ? '' : '?' . implode('&', $pairs));
    }

    private function post(string $path, array $body, ?string $idempotencyKey, ?string $visitorAddress): array
    {
        $headers = ['Content-Type' => 'application/json', 'Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16))]
            + ($visitorAddress === null ? [] : ['X-Visitor-Address' => $visitorAddress]);
        $text = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        return $this->decode($this->request($this->root . $this->path($path), $headers, $text)[2]);
    }

    private function read(string $path): string
    {
        $url = $this->root . $path;
        $cached = $this->cache === null ? null : ($this->cache)($url);
        [$status, $answered, $body] = $this->request($url, $cached === null ? [] : ['If-None-Match' => $cached['etag']]);
        if ($status === 304) {
            return $cached['body'];
        }
        if ($this->cache !== null && isset($answered['etag'])) {
            ($this->cache)($url, ['etag' => $answered['etag'], 'body' => $body]);
        }
        return $body;
    }

    /**
     * @return array{int, array<string, string>, string} status, headers, body
     * @throws KontorException unless it is a success, or 304 as asked for
     */
    private function request(string $url, array $headers, ?string $sent = null): array
    {
        $all = ($this->isSecret() ? ['Authorization' => "Bearer $this->key"] : []) + $headers;
        for ($attempt = 0; ; $attempt++) {
            [$status, $answered, $body] = ($this->send)($url, $all, $this->timeout, $sent);
            if (!in_array($status, [429, 503], true) || $attempt >= $this->retries) {
                break;
            }
            sleep((int) ($answered['retry-after'] ?? 2 ** $attempt));
        }
        $isUnchanged = $status === 304 && isset($headers['If-None-Match']);
        if (!$isUnchanged && ($status < 200 || $status >= 300)) {
            throw self::exceptionOf($status, $answered, $body);
        }
        return [$status, $answered, $body];
    }

    /** A proxy may have answered instead of Kontor, without problem details. */
    private static function exceptionOf(int $status, array $headers, string $body): KontorException
    {
        $problem = json_decode($body, true);
        $title = $status === 0 ? "Kontor cannot be reached: $body" : "HTTP $status";
        return new KontorException(
            $status,
            (is_array($problem) ? $problem : []) + ['type' => 'about:blank', 'title' => $title, 'status' => $status, 'detail' => ''],
            ctype_digit($headers['retry-after'] ?? '') ? (int) $headers['retry-after'] : null,
        );
    }

    /** @return array{int, array<string, string>, string} status, headers, body; status 0 and a reason if there was no answer */
    private static function sendByStream(string $url, array $headers, int $timeout, ?string $body = null): array
    {
        $lines = array_map(fn (string $name, string $value) => "$name: $value", array_keys($headers), $headers);
        $context = stream_context_create(['http' => ($body === null ? [] : ['method' => 'POST', 'content' => $body]) + [
            'header' => implode("\r\n", $lines),
            'timeout' => $timeout,
            'ignore_errors' => true,
            'max_redirects' => 3,
        ]]);
        $stream = @fopen($url, 'rb', false, $context);
        if ($stream === false) {
            return [0, [], preg_replace('/^.*: /', '', error_get_last()['message'] ?? '') ?? ''];
        }
        $body = stream_get_contents($stream);
        $meta = stream_get_meta_data($stream);
        fclose($stream);
        if ($body === false || $meta['timed_out']) {
            return [0, [], 'the answer was not complete in time'];
        }
        $status = 0;
        $answered = [];
        // Of a redirect, the headers of each answer are listed, the last one's last.
        foreach ($meta['wrapper_data'] ?? [] as $line) {
            if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $match)) {
                $status = (int) $match[1];
                $answered = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $answered[strtolower($name)] = trim($value);
            }
        }
        return [$status, $answered, $body];
    }

    private static function folderCache(string $folder): Closure
    {
        return function (string $url, ?array $answer = null) use ($folder): ?array {
            $file = $folder . '/kontor-' . hash('sha256', $url) . '.json';
            if ($answer === null) {
                $text = is_file($file) ? file_get_contents($file) : false;
                $stored = $text === false ? null : json_decode($text, true);
                return isset($stored['etag'], $stored['body']) ? $stored : null;
            }
            // Renamed, so that another request never reads half of it.
            $temporary = tempnam($folder, 'kontor-');
            file_put_contents($temporary, json_encode($answer, JSON_THROW_ON_ERROR));
            rename($temporary, $file);
            return null;
        };
    }
}
