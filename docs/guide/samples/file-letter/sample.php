<?php
$letter = [
    'letter' => [
        'messageId' => '<20260305093000.4711@lindner.example>',
        'from' => 'Lindner, Sabine <s.lindner@lindner.example>',
        'to' => 'anmeldung@akademie.example',
        'subject' => 'Inhouse-Schulung',
        'receivedAt' => '2026-03-05T09:30:00+01:00',
        'body' => '<p>Guten Tag …</p>',
        'isHtml' => true,
    ],
    'contact' => ['email' => 's.lindner@lindner.example', 'lastName' => 'Lindner', 'firstName' => 'Sabine'],
    'lead' => ['name' => 'Inhouse-Schulung'],
    'attachments' => [['name' => 'Anfrage.pdf', 'base64' => base64_encode("%PDF-1.7\n")]],
];
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: token demo',
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    'content' => json_encode($letter),
    'ignore_errors' => true,
]]);
$body = file_get_contents('https://kontor.example/integration/v1/letters', false, $context);
// 201: filed; 200: it was filed before.
echo $http_response_header[0], "\n", $body, "\n";
