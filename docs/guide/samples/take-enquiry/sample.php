<?php
/** @return array{int, array, array} the status, the JSON and the headers of an answer */
function post(string $path, array $body): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: token demo',
            'Content-Type: application/json',
            'Idempotency-Key: ' . bin2hex(random_bytes(16)),
        ],
        'content' => json_encode($body),
        'ignore_errors' => true,
    ]]);
    $answer = file_get_contents("https://kontor.example/restapi/v1$path", false, $context);
    return [(int) explode(' ', $http_response_header[0])[1], json_decode($answer, true), $http_response_header];
}

$person = ['firstName' => 'Jana', 'lastName' => 'Köhler', 'email' => 'jana.koehler@nordlicht.example'];
[$status, $contacts, $headers] = post('/contacts', $person);
// 409: the person is known, and Location is the path of the contact.
$location = current(preg_grep('/^location: /i', $headers));
$id = $status === 409 ? (int) basename($location) : $contacts[0]['id'];

$enquiry = ['leadContact' => $id, 'subject' => 'Inhouse-Schulung', 'leadComment' => 'Zwölf Personen, im Herbst'];
[$status, $leads] = post('/leads/createLead', $enquiry);
echo $status, ' ', json_encode($leads), "\n";
