using Unpause.Recordings.Garbage;

namespace Unpause.Cycles;

/// <summary>What usually breaks a cycle of a kind.</summary>
/// <param name="Pattern">The kind, as the contract names it.</param>
/// <param name="Text">What to do.</param>
public sealed record CycleCure(string Pattern, string Text)
{
    // What programs call the way back.
    private static readonly HashSet<string> WaysBack = new(
        "parent owner root previous prev back up container outer master manager session app self this".Split(' '),
        StringComparer.OrdinalIgnoreCase);

    /// <summary>The cure of a cycle.</summary>
    /// <param name="path">The shortest cycle; empty when none was found.</param>
    /// <param name="types">The types of all its objects.</param>
    internal static CycleCure Of(IReadOnlyList<PathStep> path, IReadOnlyList<TypeCount> types)
    {
        if (Has("traceback")) return OfTraceback(path);
        if (Has("functools._lru_cache_wrapper"))
        {
            return new CycleCure("cache", "A cache in the cycle keeps what it was called with (lru_cache on a method keeps self): cache by "
                + "a key that doesn't hold the object, or use functools.cached_property.");
        }

        if (path.Any(step => step.Kind == PathStep.Closure)) return OfClosure(path);
        if (Has("method"))
        {
            return new CycleCure("bound_method", "A bound method holds its object, and the object holds the method: keep a "
                + "weakref.WeakMethod, or look the method up when it is called.");
        }

        if (Has("type") && Has("tuple"))
        {
            return new CycleCure("class", "A class refers to itself by its __mro__: make it once, at import, and not in a function that is "
                + "called again and again (namedtuple, type(), a class statement).");
        }

        if (Has("generator") || Has("coroutine") || Has("async_generator") || Has("frame"))
        {
            return new CycleCure("suspended", "A frame that waits keeps its variables: close the generator, await or cancel the task, or "
                + "don't keep it in what it uses.");
        }

        return path.Count == 0
            ? new CycleCure("unknown", "Look at which of these objects has to know the other, and make the other way a weakref.ref.")
            : OfLink(path);

        bool Has(string type) => types.Any(one => one.Type == type);
    }

    private static CycleCure OfTraceback(IReadOnlyList<PathStep> path)
    {
        var frame = path.FirstOrDefault(step => step is { Type: "frame", Kind: PathStep.Local, Detail: not null });
        var where = frame is null ? "" : $" (here the variable {frame.Name} of {CodePlace.Name(frame.Detail!)})";
        return new CycleCure(
            GarbageCycle.Exception,
            $"An exception is kept that knows the frame which keeps it{where}: del the variable when it is done with, don't store "
                + "exceptions (or store them after e.__traceback__ = None), raise … from None.");
    }

    private static CycleCure OfClosure(IReadOnlyList<PathStep> path)
    {
        var closure = path.First(step => step.Kind == PathStep.Closure);
        return path.Count == 1
            ? new CycleCure("closure", $"An inner function calls itself by its own name {closure.Name}: move it out of the function "
                + "that makes it, or pass it as an argument.")
            : new CycleCure("closure", $"An inner function keeps {closure.Name}, which keeps the function: give it a weakref.ref "
                + $"of {closure.Name}, or pass {closure.Name} when it is called.");
    }

    private static CycleCure OfLink(IReadOnlyList<PathStep> path)
    {
        if (path is [{ } only])
        {
            return new CycleCure("self", $"The object refers to itself ({only.ShortType}{only.Label}): leave that out, or set it to None "
                + "when the object is done with.");
        }

        var named = path.Where(step => step.Kind == PathStep.Attribute).ToList();
        var back = named.Find(step => WaysBack.Contains(step.Name.TrimStart('_'))) ?? named.LastOrDefault();
        return back is null
            ? new CycleCure("containers", "Containers hold each other: hold a key or an index instead of the container, or clear one of "
                + "them when it is done with.")
            : new CycleCure("link", $"Make one way weak: {back.ShortType}.{back.Name} = weakref.ref(…), called where it is used; or set "
                + $"{back.ShortType}.{back.Name} to None when the object is done with.");
    }
}
