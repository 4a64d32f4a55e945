@NullMarked
package dev.cairn.core.index;

import org.jspecify.annotations.NullMarked;
