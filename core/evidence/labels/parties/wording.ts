import { memoize, once } from '../../../values/memoize.js';
import { hasLegalForm } from '../../print/addresses.js';
import { fold, letters } from '../../print/normalise.js';
import { labelsIn, rolesIn } from '../labels.js';
import { list } from '../lexicon/list.js';
import { terms } from '../lexicon/terms.js';
import { documentTitles, lexicon, roleHeadings } from '../lexicon.js';

/**
 * Whether a text consists of the wording of forms: labels, headings, titles, column headers, or a legal form without a name. `Nummer`,
 * `DATA DE RECEBIMENTO`, `Seller trade name`, `customer_ein` and `Sdn Bhd` are nobody's names, whoever reads them as one.
 */
export const isFormWording = memoize((text: string): boolean => {
  if (isDataKey.test(text.trim()) || isLabelAlone(text) || announcesFacts(text)) return true;
  const words = hasLegalForm(text) ? [] : wordsIn(text);
  return words.some((word) => !joints.has(word)) && words.every((word) => joints.has(word) || vocabulary().has(word));
});

/** Whether one label takes up a whole text, or one side of a slash: `Nome / Razão social`. */
const isLabelAlone = (text: string): boolean =>
  text.split('/').some((part, _, { length }) => length > 1 && letters(part) >= minSideLetters && isOneLabel(part)) || isOneLabel(text);
const minSideLetters = 4;

const isOneLabel = (text: string): boolean =>
  [...labelsIn(text), ...rolesIn(text)].some(({ from, to }) => !/[\p{L}\p{N}]/u.test(text.slice(0, from) + text.slice(to)));

/** Whether a text is a heading over facts about something, whatever that is: `Hotel details`, `Datos del paciente`, `Bankdaten`. */
const announcesFacts = (text: string): boolean =>
  text.split(/\s+/).length <= maxHeadingWords && (factsLast.test(text) || factsFirst.test(text)) && !hasLegalForm(text);
const maxHeadingWords = 4;

/** The nouns for facts, which Germanic languages put last and Romance and Slavic ones first. */
const factsLast =
  /\p{L}[\s-](?:details?|informations?|info|particulars|summary|overview)[:.]?$|\p{L}(?:daten|angaben|informationen|übersicht|gegevens|overzicht|uppgifter|opplysninger|oplysninger|tiedot)[:.]?$/iu;
const factsFirst =
  /^(?:détails?|informations?|coordonnées|récapitulatif|datos|detalles?|información|resumen|dati|dettagli|informazioni|riepilogo|dados|detalhes|informações|resumo|dane|szczegóły|informacje|podaci|údaje|detalii|informații)\s\p{L}/iu;

/** A key of a program that was printed instead of a label: `customer_ein`. */
const isDataKey = /^\p{Ll}+(?:_\p{Ll}+)+$/u;

const wordsIn = (text: string): readonly string[] => fold(text).match(/\p{L}{2,}/gu) ?? [];

/** Every word of the labels, headings and titles that documents print, and of legal forms, but not `company`, which names end with. */
const vocabulary = once(
  (): ReadonlySet<string> =>
    new Set(
      [...Object.values(lexicon), ...Object.values(roleHeadings), documentTitles, ...terms, captions, legalForms]
        .flat()
        .flatMap(wordsIn)
        .filter((word) => word !== 'company'),
    ),
);

/** Words that join others: a name may hold them, and consists of more. */
const joints = new Set(
  'of the for and or to by in on at no de da do das dos del della di du des la le les el los en et und oder von vom zur zum der die das den des van voor med och og för av do od za na dla '
    .trim()
    .split(' '),
);
const legalForms =
  'gmbh mbh ag kg ohg ug se sa sas sarl srl spa bv nv ltd limited llc llp plc inc corp co pty pvt sdn bhd pte lda ltda ab as oy aps kft zrt'.split(
    ' ',
  );

/**
 * Words of captions that no value is asked for by. Sources: names of business terms and groups of EN 16931-1 in its translations, the
 * fields of the DANFE (Ajuste SINIEF 07/05), the Finnish and Swedish transfer form, and invoices of hotels.
 */
const captions = list({
  en: 'Trade name · Trading name · Legal name · Name · Names · Logo · Contact · Contact person · Department · Attention · Information · Details · Address line · Line · Street · City · Town · Country · Country code · State · Province · Postal code · Post code · Zip · Region · Signature · Authorised signature · Stamp · Received by · Date received · Rooms · Room · Guest · Guests · Nights · Bank · Branch · Bank details · Account details · Phone · Fax · Mobile · Website · Comments · Remarks · Notes · Terms and conditions · Original · Copy · Duplicate · Page · Registration · Representative · Location · Same as recipient · Electronic document · Number · Identifier · Code',
  de: 'Name · Firmenname · Handelsname · Firma · Ansprechpartner · Abteilung · Ort · Straße · PLZ · Postleitzahl · Land · Ländercode · Bundesland · Unterschrift · Stempel · Bank · Bankverbindung · Telefon · Fax · Mobil · Bemerkung · Bemerkungen · Hinweis · Seite · Kopie · Duplikat · Anlage · Nummer · Globale Nummer · Kennung · Informationen · Angaben · Adresszeile · Zusatz · Zimmer · Gast',
  fr: 'Nom · Raison sociale · Dénomination · Nom commercial · Contact · Service · Ville · Pays · Code postal · Rue · Signature · Cachet · Banque · Téléphone · Télécopie · Portable · Remarques · Page · Copie · Duplicata · Numéro · Identifiant · Vos identifiants · Nos références · Vos références · Coordonnées · Chambre · Client',
  es: 'Nombre · Razón social · Nombre comercial · Contacto · Ciudad · Población · Provincia · País · Código postal · Calle · Firma · Sello · Banco · Teléfono · Móvil · Observaciones · Página · Copia · Número · Documento · Documento tributario electrónico · Datos · Recibí · Conforme',
  it: 'Nome · Ragione sociale · Denominazione · Cognome · Contatto · Città · Provincia · Paese · Cap · Via · Firma · Timbro · Banca · Telefono · Cellulare · Note · Pagina · Copia · Numero · Identificativo · Dati · Camera · Ospite',
  nl: 'Naam · Bedrijfsnaam · Handelsnaam · Contactpersoon · Afdeling · Plaats · Postcode · Land · Straat · Handtekening · Stempel · Bank · Telefoon · Mobiel · Opmerkingen · Pagina · Kopie · Nummer · Gegevens',
  pt: 'Nome · Razão social · Nome fantasia · Denominação social · Contato · Contacto · Cidade · Município · Bairro · Distrito · Estado · País · CEP · Rua · Assinatura · Identificação · Recebedor · Recebimento · Data de recebimento · Remetente · Transportador · Banco · Telefone · Fone · Telemóvel · Observações · Página · Folha · Série · Cópia · Número · Natureza da operação · Inscrição estadual · Chave de acesso · Protocolo de autorização de uso · Documento auxiliar · Nota fiscal eletrônica · NF e · NFe · Danfe',
  sv: 'Namn · Företagsnamn · Kontaktperson · Avdelning · Ort · Postnummer · Land · Gata · Underskrift · Bank · Telefon · Mobil · Anmärkning · Sida · Kopia · Nummer · Betalarens namn och adress · Mottagarens kontonummer',
  fi: 'Nimi · Osoite · Saajan tilinumero · Maksajan nimi ja osoite · Allekirjoitus · Tililtä nro · Pankki · Puhelin · Sivu',
  pl: 'Nazwa · Imię i nazwisko · Osoba kontaktowa · Miasto · Miejscowość · Kod pocztowy · Kraj · Ulica · Podpis · Pieczątka · Bank · Telefon · Uwagi · Strona · Kopia · Numer · Dane',
  hr: 'Naziv · Ime · Kontakt · Grad · Mjesto · Poštanski broj · Država · Ulica · Potpis · Pečat · Banka · Telefon · Napomena · Stranica · Kopija · Broj · Podaci',
});
