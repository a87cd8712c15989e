using System.Runtime.InteropServices;

namespace Unpause.Collections;

/// <summary>
/// Does something after gen2 collections, as the runtime's own pools do: an object that nothing refers to is finalized then.
/// </summary>
internal sealed class AfterGen2
{
    private readonly Action<object> _action;

    // Weak, so that a pool of a plugin's type doesn't keep the plugin; no WeakReference, which would be finalized together with this.
    private GCHandle _target;
    private bool _isOld;

    private AfterGen2(object target, Action<object> action)
    {
        _target = GCHandle.Alloc(target, GCHandleType.Weak);
        _action = action;
    }

#pragma warning disable MA0055 // the only way to hear of a collection without a thread that waits for it
    // The first time it dies in gen0, the second in gen1; from then on with every gen2 collection.
    ~AfterGen2()
    {
        if (Environment.HasShutdownStarted) return;
        if (_target.Target is not { } target)
        {
            _target.Free();
            return;
        }

        if (GC.GetGeneration(this) == GC.MaxGeneration && _isOld) _action(target);
        _isOld = GC.GetGeneration(this) == GC.MaxGeneration;
        GC.ReRegisterForFinalize(this);
    }
#pragma warning restore MA0055

    /// <summary>Calls <paramref name="action"/> with <paramref name="target"/> as long as something else refers to that.</summary>
    internal static void Call<TTarget>(TTarget target, Action<TTarget> action)
        where TTarget : class => _ = new AfterGen2(target, known => action((TTarget)known));
}
