package dev.cairn.core.internal.lease;

import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Access to the lease inside a value.
 *
 * @param <T> the class of the values
 */
public interface LeaseField<T> {
  /** The lease in {@code value}. */
  LeaseState lease(T value);

  /** The same value with another lease. */
  T withLease(T value, LeaseState lease);

  /** When the database may remove the row with {@code value}, grace and clock skew included. */
  default OptionalLong expiresAtMicros(T value) {
    return OptionalLong.empty();
  }

  /** A field for values that are nothing but a lease; their rows are never removed. */
  static LeaseField<LeaseState> whole() {
    return new LeaseField<>() {
      @Override
      public LeaseState lease(LeaseState value) {
        return value;
      }

      @Override
      public LeaseState withLease(LeaseState value, LeaseState lease) {
        return lease;
      }
    };
  }

  /** {@code value} with its lease changed by {@code change}. */
  default T changeLease(T value, UnaryOperator<LeaseState> change) {
    return withLease(value, change.apply(lease(value)));
  }
}
