// Forms of given names that persons use for one another: nicknames, and spellings that no rule of sound finds. Each line is a group;
// names in two groups (Tom: Thomas) are near to both.
import { foldText } from './letters.ts'

const groups = `
Alexander Alex Sascha Aleksander Aleksandr Sasha Alexandre Alessandro Xander Sandro
Alexandra Alex Sandra Sascha Aleksandra Alessandra
Andreas Andi Andy Anders Andrzej Andrej Andrei Andrey Andre Andrew Andres Andras
Andrea Andi
Anna Anne Annika Anke Anja Antje Anneke Ania Anya Hanna Hannah Ann Annie Annette Nina
Anton Toni Tony Antonio Anthony Antoni Antoine Antonius
Antonia Toni Antonie
Barbara Babette Bärbel Basia Barb
Benjamin Ben Benni Benny Beniamino
Bernhard Bernd Berni Bernard Bernardo Bernt
Birgit Brigitte Biggi Gitta Birgitta Brigitta Bridget
Catharina Katharina Katarina Katarzyna Kathrin Katrin Katja Kate Kathi Käthe Kasia Catherine Katherine Kathy Cathrin Ekaterina Jekaterina Trine Kathleen
Christian Chris Kristian Christiaan Krystian Cristian
Christina Christine Christiane Tina Kristina Kristin Kirsten Chris Christel Krystyna Cristina Christa Krista
Christopher Chris Christoph Kristof Christoffer Krzysztof Kit Cristoforo Christophe Stoffel
Daniel Dan Danny Dani Daniil Danilo
Daniela Dani Daniele Danielle
David Dave Dawid Davide
Dieter Dietrich Dietmar Didi
Dimitri Dmitri Dmitry Dimitrios Dmitrij Dmitriy Mitja
Dorothea Dora Doris Dorothee Thea Dorota Dorothy
Eduard Edi Edward Ed Eddie Ted Teddy Edvard Edouard Eduardo
Elisabeth Elizabeth Lisa Lisbeth Elisa Else Elsa Elli Betty Beth Liz Lizzy Elise Liesel Elżbieta Ella Elisabetta Sissi Lilli Lisl Elsbeth Isabel Isabella
Emil Emilio Emile
Erich Erik Eric Eryk
Eva Ewa Evi Eve Evelyn Eveline
Ferdinand Ferdi Fernando Fernand
Florian Flo
Franz Frank Francis Franziskus Francesco Franciszek Francisco Frans François Franzl Ferenc Frantisek
Franziska Franzi Francesca Fanny Sissy Frances Franciszka
Friedrich Fritz Frederik Frederick Fred Frederic Fryderyk Federico Freddy
Gabriele Gabi Gaby Gabriela Gabriella
Georg Jörg Jürgen George Jerzy Giorgio Georges Jorge Schorsch Juri Yuri Jurij Yuriy Georgios
Gerhard Gerd Gert Gerrit Gerard
Gertrud Gertrude Trude Gerti Trudi
Giuseppe Josef Joseph Jo Joe Sepp Jupp Józef José Pepe Jozef Yusuf Josip Giovanni
Gregor Grzegorz Greg Gregory Grigori Grigorij Gregorio
Günter Günther Gunter Gunther
Hans Johann Johannes Johan Hannes Jan Jean John Giovanni Juan Ivan Iwan Jens Jonny Johnny Jack Hansi Janos Ioannis João Ian Sean Jannis Yannis Jo
Heinrich Heinz Heiner Hinrich Henry Henrik Henryk Harry Hendrik Enrico Henri Hank Heiko
Helene Helena Lena Leni Helen Ellen Elena Jelena Yelena Hélène
Helmut Helmuth Hellmut Hellmuth
Herbert Bert Herb Heribert
Hubert Bert Hubertus
Ilse Ilsa
Irene Irena Irina
Jakob Jacob Jack James Jim Jimmy Jaap Giacomo Jacques Jaime Jakub Jacobo Köbi
Jana Janina
Jochen Joachim Achim Jo Joaquin Jochem
Johanna Hanna Hannah Joan Jane Jeanne Giovanna Joanna Juana Hanne Jo
Jonas Jona Jonah Ionas
Jonathan Jon Jonny
Julia Julie Giulia Jule Julija Yulia Yuliya Juliane Juliana
Julian Jules Giuliano Julien
Karl Carl Carlo Carlos Charles Karol Charlie Karel Charly Karlheinz Kalle Chuck
Karla Carla
Klaus Claus Nikolaus Nicolas Niklas Nick Nico Niko Nils Niels Mikołaj Nikolai Nikolaj Nikolas Nicholas Klaas Miklos Nicola Colin
Konrad Conrad Kurt Konni Curt Corrado
Kornelia Cornelia Conny Nele Corinna
Leonhard Leo Leonard Leonardo Lenny Leon
Lorenz Laurenz Lars Laurence Lawrence Lorenzo Larry Laurent
Ludwig Lutz Louis Luis Luigi Ludvig Ludovic Lui Lewis Ludwik Lajos
Lukas Lucas Luca Luka Luke Łukasz Luc
Magdalena Magda Lena Leni Magdalene Madeleine
Manfred Manni Fred Manny
Manuel Manu Emanuel Emmanuel Immanuel Manolo
Manuela Manu Emanuela
Margarete Margarethe Margit Margret Grete Greta Gretel Gitta Rita Maggie Margaret Margaretha Małgorzata Gosia Meg Peggy Margot Marguerite Gretchen Margherita
Maria Marie Mary Mia Maja Marija Mariya Ria Mitzi Miriam Marijke Maryam Mariam
Markus Marcus Marc Mark Marco Marko Marek Marcos Marcel
Martin Marten Martijn Marcin Martino Merten Morten
Mathias Matthias Mattias Mathis Matthew Matt Mateusz Matteo Hias Matze Mathieu Mats Mateo Matti
Maximilian Max Maxi Maximiliano Maks Maksymilian Massimo Maxim Maksim
Michael Michel Micha Michi Mike Mick Michał Mihai Miguel Michele Mikael Mikhail Michail Mischa Mihail Mikko Mihály
Michaela Micha Michi Michelle Michaele Michaila
Monika Moni Monica Monique
Norbert Bert Nobby
Olga Helga Olja
Oliver Olli Olivier Oliviero
Otto Otmar Ottokar
Patrick Pat Patrik Patricio Padraig
Patricia Patrizia Pat Patty Patrycja
Paul Pawel Paweł Pablo Paolo Pavel Paulo Pauli Pál
Peter Piotr Pjotr Pierre Pietro Pedro Petr Pete Pit Piet Peer Petros Petar
Petra Petronella
Philipp Philip Phillip Phillipp Filip Phil Felipe Philippe Filippo
Rainer Reiner Reinhard Reinhold Rayner
Raphael Rafael Rafał Raffaele Raffael Rafi
Renate Reni Renata
Richard Rick Ricardo Riccardo Dick Ritchie Rik Ryszard Rich
Robert Bob Rob Bobby Roberto Robin Bert Robbie Rupert Ruprecht
Roland Rolando Orlando
Rolf Rudolf Rudi Rudolph Rodolfo Ralf Ralph Raoul
Rosemarie Rosi Rosa Rose Rosina
Sabine Bine Sabina
Samuel Sam Sami Sammy
Samantha Sam
Sebastian Basti Bastian Sebastiano Wastl Sebastien Seb
Sergej Sergei Sergey Sergio Sergius Serge
Siegfried Siggi Sigi Sigfried
Simon Simeon Szymon
Simone Simona
Sofie Sophie Sofia Sophia Zofia Sonja Sonia Sofija
Stanislaus Stanisław Stan Stanislav Stenzel
Stefan Stephan Steffen Steven Stephen Steve Szczepan Stefano Esteban Etienne Stepan István Stéphane
Stefanie Stephanie Steffi Stefania Stephany
Susanne Susanna Suse Susi Sanne Zuzanna Susan Susann Susana Zsuzsanna Sue
Theodor Theo Fjodor Fedor Fyodor Theodore Ted Teodor Teodoro
Theresa Therese Teresa Resi Tess Thérèse Terese
Thomas Tom Tomas Tomasz Tommaso Tommy Thom Tamás
Tilman Till Tillmann Tilmann Thilo Tilo
Timotheus Tim Timo Timothy Timm
Tobias Tobi Toby Tobiasz
Ulrich Uli Ulli Udo Ulrik
Ulrike Uli Ulla Rike Ulrika
Ursula Uschi Ulla Urszula Orsolya Uschy
Valentin Valentino Walentyn Velten
Veronika Veronica Vroni Veronique Weronika
Victor Viktor Vic Wiktor Vittorio
Vinzenz Vincent Vincenzo Vicente Vinz Wincenty
Volker Volkmar Folker Volkhard
Walter Walther Walt Gualtiero Wout
Waltraud Traudel Traudl Waltraut
Werner Wernher Verner
Wilhelm Willi Willy William Bill Will Billy Helmut Wim Guillaume Guillermo Guglielmo Vilhelm Liam
Wladimir Vladimir Wolodymyr Volodymyr Wolodja Wladi Włodzimierz
Wolfgang Wolf Wolfi Wulf
Zachary Zacharias Zach
Karin Carin Karen
Silvia Sylvia Sylvie Silvie
Sven Svend
Martina Tina
Marina Mara
Tim Timm
Nora Eleonore Leonore Eleonora
Viktoria Victoria Vicky
Laura Lara
Lina Carolina Karolina Karoline Caroline Carola
Charlotte Lotte Lotti Karlotta Carlotta
Mohammed Muhammad Mohamed Mohammad Mehmet Muhammed
Hussein Husain Hüseyin Hussain Husein
Achmed Ahmed Ahmet Ahmad
Yusuf Josef Youssef Jusuf
Ibrahim Abraham
Mustafa Mostafa Moustafa
Xaver Javier Xavier
Jun Junior Jr
Sen Senior Sr`

const groupsOf = new Map<string, Set<number>>()
for (const [index, line] of groups.trim().split('\n').entries())
  for (const name of line.split(' ')) {
    const key = foldText(name)
    const own = groupsOf.get(key)
    if (own) own.add(index)
    else groupsOf.set(key, new Set([index]))
  }
const namesOf = groups
  .trim()
  .split('\n')
  .map((line) => [...new Set(line.split(' ').map(foldText))])

/** Whether a folded word is a given name of the list. */
export const isGivenName = (word: string): boolean => groupsOf.has(word)

/** Whether two folded given names stand for each other: Bill and William. */
export const areNicknames = (one: string, other: string): boolean => {
  const [own, others] = [groupsOf.get(one), groupsOf.get(other)]
  return own !== undefined && others !== undefined && [...own].some((group) => others.has(group))
}

/** The other forms of a folded given name. */
export const nicknamesOf = (word: string): string[] => [
  ...new Set(
    [...(groupsOf.get(word) ?? [])].flatMap((group) => namesOf[group]!).filter((one) => one !== word),
  ),
]
