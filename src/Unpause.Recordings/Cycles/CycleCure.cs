using Unpause.Recordings.Garbage;

namespace Unpause.Recordings.Cycles;

/// <summary>What usually breaks a reference cycle of a kind.</summary>
/// <param name="Pattern">The kind, as in the JSON contract.</param>
public sealed record CycleCure(string Pattern, string Text)
{
    // Usual names of back references.
    private static readonly HashSet<string> WaysBack = new(
        "parent owner root previous prev back up container outer master manager session app self this".Split(' '),
        StringComparer.OrdinalIgnoreCase);

    /// <summary>The advice for a cycle.</summary>
    /// <param name="path">The shortest cycle; empty when none was found.</param>
    /// <param name="types">The types of all its objects.</param>
    internal static CycleCure Choose(IReadOnlyList<PathStep> path, IReadOnlyList<TypeCount> types)
    {
        if (Has("traceback")) return OfTraceback(path);
        if (Has("functools._lru_cache_wrapper"))
        {
            return new CycleCure("cache", "A cache in the cycle retains the arguments of its calls (lru_cache on a method retains self): "
                + "cache by a key that does not refer to the object, or use functools.cached_property.");
        }

        if (path.Any(step => step.Kind == PathStep.Closure)) return OfClosure(path);
        if (Has("method"))
        {
            return new CycleCure("bound_method", "A bound method refers to its object, and the object refers to the method: store a "
                + "weakref.WeakMethod, or look the method up when it is called.");
        }

        if (Has("type") && Has("tuple"))
        {
            return new CycleCure("class", "A class refers to itself by its __mro__: create it once at import, and not in a function that "
                + "is called repeatedly (namedtuple, type(), a class statement).");
        }

        if (Has("generator") || Has("coroutine") || Has("async_generator") || Has("frame"))
        {
            return new CycleCure("suspended", "A suspended frame retains its variables: close the generator, await or cancel the task, or "
                + "don't store it in an object that it uses.");
        }

        return path.Count == 0
            ? new CycleCure("unknown", "Decide which of these objects needs a reference to the other, "
                + "and make the other reference a weakref.ref.")
            : OfLink(path);

        bool Has(string type) => types.Any(one => one.Type == type);
    }

    private static CycleCure OfTraceback(IReadOnlyList<PathStep> path)
    {
        var frame = path.FirstOrDefault(step => step is { Type: "frame", Kind: PathStep.Local, Detail: not null });
        var where = frame is null ? "" : $" (here the variable {frame.Name} of {CodePlace.Name(frame.Detail!)})";
        return new CycleCure(
            GarbageCycle.Exception,
            $"A stored exception refers to a frame that refers to the exception{where}: del the variable after use, don't store exceptions "
                + "(or set e.__traceback__ = None before storing them), use raise … from None.");
    }

    private static CycleCure OfClosure(IReadOnlyList<PathStep> path)
    {
        var closure = path.First(step => step.Kind == PathStep.Closure);
        return path.Count == 1
            ? new CycleCure("closure", $"The inner function {closure.Name} calls itself by its own name: move it out of the function "
                + "that creates it, or pass it as an argument.")
            : new CycleCure("closure", $"An inner function refers to {closure.Name}, which refers to the function: give it a weakref.ref "
                + $"of {closure.Name}, or pass {closure.Name} as an argument.");
    }

    private static CycleCure OfLink(IReadOnlyList<PathStep> path)
    {
        if (path is [{ } only])
        {
            return new CycleCure("self", $"The object refers to itself ({only.ShortType}{only.Label}): remove that reference, or set it to "
                + "None when the object is no longer needed.");
        }

        var named = path.Where(step => step.Kind == PathStep.Attribute).ToList();
        var back = named.Find(step => WaysBack.Contains(step.Name.TrimStart('_'))) ?? named.LastOrDefault();
        return back is null
            ? new CycleCure("containers", "Containers refer to each other: store a key or an index instead of the container, or clear one "
                + "of them when it is no longer needed.")
            : new CycleCure("link", $"Make one reference weak: {back.ShortType}.{back.Name} = weakref.ref(…), called where it is used; or "
                + $"set {back.ShortType}.{back.Name} to None when the object is no longer needed.");
    }
}
