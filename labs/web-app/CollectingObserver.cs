namespace WebApp;

/// <summary>What a framework does when it has nothing to give back.</summary>
internal sealed class CollectingObserver : ILowMemoryObserver
{
    /// <inheritdoc/>
    public void OnLowMemory() => GC.Collect();
}
