package dev.tilescope.device;

/**
 * A buffer that holds memory, as an error message names it.
 *
 * @param madeBy the operation that allocated it
 */
record LiveBlock(long address, long sizePerBankBytes, String madeBy) {}
