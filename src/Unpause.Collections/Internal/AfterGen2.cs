namespace Unpause.Collections;

/// <summary>
/// Does something after gen2 collections, as the runtime's own pools do: an object that nothing refers to is finalized then.
/// </summary>
internal sealed class AfterGen2
{
    private readonly Action _action;
    private bool _isOld;

    private AfterGen2(Action action) => _action = action;

#pragma warning disable MA0055 // the only way to hear of a collection without a thread that waits for it
    // The first time it dies in gen0, the second in gen1; from then on with every gen2 collection.
    ~AfterGen2()
    {
        if (Environment.HasShutdownStarted) return;
        if (GC.GetGeneration(this) == GC.MaxGeneration && _isOld) _action();
        _isOld = GC.GetGeneration(this) == GC.MaxGeneration;
        GC.ReRegisterForFinalize(this);
    }
#pragma warning restore MA0055

    /// <summary>Calls <paramref name="action"/> with <paramref name="target"/>, which lives as long as the process.</summary>
    internal static void Call<TTarget>(TTarget target, Action<TTarget> action)
        where TTarget : class => _ = new AfterGen2(() => action(target));
}
