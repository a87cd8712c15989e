namespace Unpause.Collections.Tests.Fuzz;

/// <summary>Compares as another comparer does, and calls a hook before each of its answers.</summary>
internal sealed class HookedComparer<T>(Hook hook, IEqualityComparer<T> inner, bool inHash) : IEqualityComparer<T>
{
    public bool Equals(T? x, T? y)
    {
        if (!inHash) hook.Call();
        return inner.Equals(x, y);
    }

    public int GetHashCode(T obj)
    {
        if (inHash) hook.Call();
        return inner.GetHashCode(obj!);
    }
}
