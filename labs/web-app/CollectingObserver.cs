namespace WebApp;

/// <summary>Induces a GC, as a framework does when it has no memory of its own to release.</summary>
internal sealed class CollectingObserver : ILowMemoryObserver
{
    /// <inheritdoc/>
    public void OnLowMemory() => GC.Collect();
}
