namespace AllocatingProgram;

/// <summary>Stands for a wrapper of something native whose release takes time.</summary>
internal sealed class SlowHandle : IDisposable
{
    private readonly byte[] _buffer = new byte[500];

#pragma warning disable MA0055 // A finalizer that is slow is what this type is for.
    ~SlowHandle() => Release();
#pragma warning restore MA0055

    public void Dispose()
    {
        Release();
        GC.SuppressFinalize(this);
    }

    private void Release()
    {
        Thread.SpinWait(3_000);
        GC.KeepAlive(_buffer);
    }
}
