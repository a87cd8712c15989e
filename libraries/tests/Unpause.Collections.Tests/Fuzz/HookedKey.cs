namespace Unpause.Collections.Tests.Fuzz;

/// <summary>A struct whose own equality calls a hook: the path without a comparer.</summary>
internal readonly struct HookedKey(int value) : IEquatable<HookedKey>
{
    [ThreadStatic]
    private static Hook? _hook;

    public static void Use(Hook hook) => _hook = hook;

    public bool Equals(HookedKey other)
    {
        _hook?.Call();
        return Value == other.Value;
    }

    public override bool Equals(object? obj) => obj is HookedKey other && Equals(other);

    public override int GetHashCode() => Value;

    public override string ToString() => $"{Value}";

    private int Value { get; } = value;
}
