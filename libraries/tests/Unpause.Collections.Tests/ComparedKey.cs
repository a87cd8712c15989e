namespace Unpause.Collections.Tests;

/// <summary>A number whose equality calls back with both numbers first.</summary>
internal readonly struct ComparedKey(int value) : IEquatable<ComparedKey>
{
    [ThreadStatic]
    private static Action<int, int>? _onCompare;

    public static void Call(Action<int, int>? onCompare) => _onCompare = onCompare;

    public int Value => value;

    public bool Equals(ComparedKey other)
    {
        _onCompare?.Invoke(value, other.Value);
        return value == other.Value;
    }

    public override bool Equals(object? obj) => obj is ComparedKey other && Equals(other);

    public override int GetHashCode() => value;
}
