<?php
/** Reads JSON, or throws what the server says. */
function read(string $url, array $header = []): array
{
    $context = stream_context_create(['http' => ['header' => $header, 'ignore_errors' => true]]);
    $body = json_decode(file_get_contents($url, false, $context), true);
    [, $status] = explode(' ', $http_response_header[0]);
    if ($status < 400) {
        return $body;
    }
    // Problem details have a detail and pointers, the error object a message and fields.
    $wrong = $body['errors'] ?? $body['details'] ?? [];
    $fields = array_map(fn ($one) => $one['pointer'] ?? $one['field'], $wrong);
    throw new RuntimeException("$status " . ($body['detail'] ?? $body['message']) . ' [' . implode(',', $fields) . ']');
}

foreach ([
    ['https://kontor.example/public/v1/dates?colour=red&key=pk_demo', []],
    ['https://kontor.example/restapi/v1/events?dateStart=yesterday', ['Authorization: token demo']],
] as [$url, $header]) {
    try {
        read($url, $header);
    } catch (RuntimeException $error) {
        echo $error->getMessage(), "\n";
    }
}
