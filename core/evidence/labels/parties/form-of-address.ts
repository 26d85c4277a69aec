/** Whether a text is a form of address on a line of its own, such as `Herrn`: the name follows. */
export const isFormOfAddress = (text: string): boolean =>
  /^(?:herrn?|frau|herr und frau|familie|firma|mr|mrs|ms|miss|m|mme|mlle|monsieur|madame|messieurs|sr|sra|señor|señora|sig|sig\.?ra|spett\.?(?:le)?|de heer|mevrouw|exmos?\.? srs?)[.:,]?$/iu.test(
    text.trim(),
  );
