/** To be told. */
@NullMarked
package dev.cairn.backend.mongodb;

import org.jspecify.annotations.NullMarked;
