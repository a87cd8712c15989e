using Unpause.Fleet.Stores.Duck;
using Xunit;

namespace Unpause.Fleet.Tests.Folders;

public sealed class DuckEngineTests : IDisposable
{
    private const int Rows = 2_000_000, LittleMegabytes = 50;

    private readonly string _spill = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_spill, recursive: true);

    [Fact]
    public void Engine_WhileAnotherOneCloses_KeepsWhatDidNotFitIntoMemory()
    {
        using var engine = DuckEngine.Open(_spill, LittleMegabytes);
        Fill(engine);
        Assert.NotEmpty(Directory.EnumerateFiles(_spill, "*", SearchOption.AllDirectories));

        using (var other = DuckEngine.Open(_spill, LittleMegabytes)) Fill(other);

        Assert.Equal(Rows, engine.Ask("SELECT count(*) FROM filled WHERE length(text) = 32", row => row.GetInt64(0))[0]);
    }

    private static void Fill(DuckDB.NET.Data.DuckDBConnection engine) =>
        engine.Run($"CREATE TABLE filled AS SELECT md5(n::VARCHAR) AS text FROM range({Rows}) AS numbers(n)");
}
