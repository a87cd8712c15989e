using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>Which keys need no cached hash.</summary>
internal static class KeyShape<T>
{
    /// <summary>
    /// True for types whose own hash and equality cost about nothing and never throw. A table of them with the default comparer
    /// stores no hash: 8 instead of 12 bytes an entry for an int. The tests are constants to the JIT.
    /// </summary>
    internal static bool IsPlain
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(int) || typeof(T) == typeof(uint) || typeof(T) == typeof(long) || typeof(T) == typeof(ulong) ||
            typeof(T) == typeof(short) || typeof(T) == typeof(ushort) || typeof(T) == typeof(byte) || typeof(T) == typeof(sbyte) ||
            typeof(T) == typeof(char) || typeof(T) == typeof(bool) || typeof(T) == typeof(float) || typeof(T) == typeof(double) ||
            typeof(T) == typeof(Guid) || typeof(T) == typeof(DateTime) || typeof(T) == typeof(TimeSpan) ||
            typeof(T) == typeof(IntPtr) || typeof(T) == typeof(UIntPtr);
    }

    /// <summary>What a table works with: null stands for a value type's own equality, and for a string's content.</summary>
    internal static IEqualityComparer<T>? Working(IEqualityComparer<T>? given)
    {
        var isDefault = given is null || ReferenceEquals(given, EqualityComparer<T>.Default);
        if (typeof(T).IsValueType) return isDefault ? null : given;
#if NET
        if (typeof(T) == typeof(string) && (isDefault || ReferenceEquals(given, StringComparer.Ordinal))) return null;
#endif
        return given ?? EqualityComparer<T>.Default;
    }
}
