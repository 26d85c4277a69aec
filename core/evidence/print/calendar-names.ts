/** The months of a language from January to December in one or two lengths, and its weekdays. */
interface CalendarNames {
  readonly months: readonly string[];
  readonly weekdays: string;
}

/**
 * Names in the form used inside a date (a genitive in some languages), without the dot of short forms. From Unicode's locale data (CLDR
 * 48); a test compares them. `Intl` would take 100 ms on the first document and depends on the build of Node.
 */
export const calendarNames: Readonly<Record<string, CalendarNames>> = {
  en: {
    months: [
      'January February March April May June July August September October November December',
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    ],
    weekdays: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun',
  },
  de: {
    months: [
      'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
      'Jan Feb März Apr Mai Juni Juli Aug Sept Okt Nov Dez',
    ],
    weekdays: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Mo Di Mi Do Fr Sa So',
  },
  'de-AT': {
    months: [
      'Jänner Februar März April Mai Juni Juli August September Oktober November Dezember',
      'Jän Feb März Apr Mai Juni Juli Aug Sep Okt Nov Dez',
    ],
    weekdays: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Mo Di Mi Do Fr Sa So',
  },
  fr: {
    months: [
      'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
      'janv févr mars avr mai juin juil août sept oct nov déc',
    ],
    weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim',
  },
  es: {
    months: [
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
      'ene feb mar abr may jun jul ago sept oct nov dic',
    ],
    weekdays: 'lunes martes miércoles jueves viernes sábado domingo lun mar mié jue vie sáb dom',
  },
  it: {
    months: [
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
      'gen feb mar apr mag giu lug ago set ott nov dic',
    ],
    weekdays: 'lunedì martedì mercoledì giovedì venerdì sabato domenica lun mar mer gio ven sab dom',
  },
  nl: {
    months: [
      'januari februari maart april mei juni juli augustus september oktober november december',
      'jan feb mrt apr mei jun jul aug sep okt nov dec',
    ],
    weekdays: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma di wo do vr za zo',
  },
  pt: {
    months: [
      'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
      'jan fev mar abr mai jun jul ago set out nov dez',
    ],
    weekdays: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo seg ter qua qui sex sáb dom',
  },
  pl: {
    months: [
      'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
      'sty lut mar kwi maj cze lip sie wrz paź lis gru',
    ],
    weekdays: 'poniedziałek wtorek środa czwartek piątek sobota niedziela pon wt śr czw pt sob niedz',
  },
  sv: {
    months: [
      'januari februari mars april maj juni juli augusti september oktober november december',
      'jan feb mars apr maj juni juli aug sep okt nov dec',
    ],
    weekdays: 'måndag tisdag onsdag torsdag fredag lördag söndag mån tis ons tors fre lör sön',
  },
  da: {
    months: [
      'januar februar marts april maj juni juli august september oktober november december',
      'jan feb mar apr maj jun jul aug sep okt nov dec',
    ],
    weekdays: 'mandag tirsdag onsdag torsdag fredag lørdag søndag man tirs ons tors fre lør søn',
  },
  nb: {
    months: [
      'januar februar mars april mai juni juli august september oktober november desember',
      'jan feb mars apr mai juni juli aug sep okt nov des',
    ],
    weekdays: 'mandag tirsdag onsdag torsdag fredag lørdag søndag man tir ons tor fre lør søn',
  },
  fi: {
    months: [
      'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
    ],
    weekdays:
      'maanantaina maanantai tiistaina tiistai keskiviikkona keskiviikko torstaina torstai perjantaina perjantai lauantaina lauantai sunnuntaina sunnuntai ma ti ke to pe la su',
  },
  cs: {
    months: ['ledna února března dubna května června července srpna září října listopadu prosince'],
    weekdays: 'pondělí úterý středa čtvrtek pátek sobota neděle po út st čt pá so ne',
  },
  hr: {
    months: [
      'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca',
      'sij velj ožu tra svi lip srp kol ruj lis stu pro',
    ],
    weekdays: 'ponedjeljak utorak srijeda četvrtak petak subota nedjelja pon uto sri čet pet sub ned',
  },
  ro: {
    months: [
      'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
      'ian feb mar apr mai iun iul aug sept oct nov dec',
    ],
    weekdays: 'luni marți miercuri joi vineri sâmbătă duminică lun mar mie vin sâm dum',
  },
  hu: {
    months: [
      'január február március április május június július augusztus szeptember október november december',
      'jan febr márc ápr máj jún júl aug szept okt nov dec',
    ],
    weekdays: 'hétfő kedd szerda csütörtök péntek szombat vasárnap H K Sze Cs P Szo V',
  },
  ar: {
    months: ['يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'],
    weekdays: 'الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد',
  },
};
