namespace Unpause.IO.Tests.Fuzz;

/// <summary>Gives a few bytes a read, as a connection does.</summary>
internal sealed class PieceSource(byte[] bytes, Random random) : MemoryStream(bytes)
{
    public override int Read(byte[] buffer, int offset, int count) =>
        base.Read(buffer, offset, Math.Min(count, 1 + random.Next(random.Next(3) == 0 ? 20_000 : 40)));

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (random.Next(5) == 0) await Task.Yield();
        return Read(buffer, offset, count);
    }
}
