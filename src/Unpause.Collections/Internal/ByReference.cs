using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>Two references are equal when they are the same object. The runtime's own is not in netstandard2.0.</summary>
internal sealed class ByReference<T> : IEqualityComparer<T>
    where T : class
{
    internal static ByReference<T> Instance { get; } = new();

    public bool Equals(T? x, T? y) => ReferenceEquals(x, y);

    public int GetHashCode(T obj) => RuntimeHelpers.GetHashCode(obj);
}
