<?php
$url = 'https://kontor.example/public/v1/dates?limit=5&key=pk_demo';
$dates = json_decode(file_get_contents($url), true);
echo $http_response_header[0], "\n";
$etag = current(preg_filter('/^etag: /i', '', $http_response_header));

$context = stream_context_create(['http' => ['header' => "If-None-Match: $etag"]]);
$body = file_get_contents($url, false, $context);
echo $http_response_header[0], "\n";
if (!str_contains($http_response_header[0], ' 304 ')) {
    $dates = json_decode($body, true);
}
