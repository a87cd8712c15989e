namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE002: where it fires, where it is silent, what the fix makes.</summary>
public sealed class StreamTests
{
    private const string Id = "UNPAUSE002";

    [Theory]
    [InlineData("var s = new MemoryStream(); s.WriteByte(1); var b = s.ToArray();", "using var s = new PooledMemoryStream();")]
    [InlineData("using var s = new MemoryStream(100); s.WriteByte(1); Use(s.ToArray());", "using var s = new PooledMemoryStream();")]
    [InlineData(
        "using MemoryStream s = new MemoryStream(); s.WriteByte(1); Use(s.ToArray());",
        "using PooledMemoryStream s = new PooledMemoryStream();")]
    [InlineData("using MemoryStream s = new(args.Length == 0 ? 1 : 2); Use(s.ToArray());", null)]
    [InlineData("using MemoryStream s = new(4096); s.WriteByte(1); Use(s.ToArray());", "using PooledMemoryStream s = new();")]
    [InlineData(
        "MemoryStream s; s = new MemoryStream(); s.WriteByte(1); Use(s.ToArray());",
        "PooledMemoryStream s; s = new PooledMemoryStream();")]
    [InlineData(
        "MemoryStream? s = null; s ??= new MemoryStream(); s.WriteByte(1); Use(s?.ToArray());",
        "PooledMemoryStream? s = null; s ??= new PooledMemoryStream();")]
    [InlineData("Stream s = new MemoryStream(); s.WriteByte(1); Use(((MemoryStream)s).ToArray());", null)]
    [InlineData(
        "object s = new MemoryStream(); if (s is MemoryStream found) Use(found.ToArray()); Use((s as MemoryStream)!.ToArray());",
        null)]
    [InlineData(
        "await using var s = new MemoryStream(); await s.WriteAsync(bytes); Use(s.ToArray());",
        "await using var s = new PooledMemoryStream();")]
    [InlineData("using (var s = new MemoryStream()) { s.WriteByte(1); Use(s.ToArray()); }", "using (var s = new PooledMemoryStream())")]
    [InlineData(
        "var s = new MemoryStream(); await s.WriteAsync(bytes).ConfigureAwait(false); Use(s.ToArray());",
        "using var s = new PooledMemoryStream();")]
    [InlineData(
        "var s = new MemoryStream(); var w = new StreamWriter(s); w.Write(1); Use(w); Use(s.ToArray());",
        "; var s = new PooledMemoryStream();")]
    [InlineData("var s = new MemoryStream(); Func<object> f = () => s.ToArray(); Use(f);", "; var s = new PooledMemoryStream();")]
    [InlineData("var s = new MemoryStream(); if (s.TryGetBuffer(out var got)) Use(got); Use(s.ToArray());", null)]
    [InlineData("var s = new MemoryStream(); Use(s.GetBuffer()); Use(s.ToArray());", null)]
    [InlineData("MemoryStream s = args.Length > 0 ? new MemoryStream() : new MemoryStream(bytes); Use(s.ToArray());", null)]
    public void Filled(string statement, string? expected)
    {
        var program = SampleProgram.WithBody(statement.StartsWith("var", StringComparison.Ordinal) ? "; " + statement : statement);
        if (expected is null) Checked.FlaggedAlone(Id, program);
        else Checked.Repaired(Id, program, expected, "using Unpause.IO;");
    }

    [Theory]
    [InlineData(
        "private static byte[] Made() { var s = new MemoryStream(); Fill(s); return s.ToArray(); } private static void "
        + "Fill(MemoryStream s) => s.WriteByte(1);",
        "Fill(PooledMemoryStream s)")]
    [InlineData(
        "private static byte[] Made() { var s = new MemoryStream(); Fill(s); return s.ToArray(); } private static void "
        + "Fill(Stream s) => s.WriteByte(1);",
        "using var s = new PooledMemoryStream()")]
    [InlineData(
        "private static MemoryStream Made() { var s = new MemoryStream(); Use(s.ToArray()); return s; }",
        "private static PooledMemoryStream Made() { var s = new")]
    public void DeclarationsFollow(string member, string expected) => Checked.Repaired(Id, SampleProgram.WithMembers(member), expected);

    [Theory]
    [InlineData("public MemoryStream Made() { var s = new MemoryStream(); Use(s.ToArray()); return s; }")]
    [InlineData("public byte[] Made() { var s = new MemoryStream(); Fill(s); return s.ToArray(); } public void Fill(MemoryStream s) { }")]
    public void NothingIsOfferedThatOthersWouldSee(string member) => Checked.FlaggedAlone(Id, SampleProgram.WithMembers(member));

    [Theory]
    [InlineData("var s = new MemoryStream(new byte[5]); Use(s.ToArray());")]
    [InlineData("var s = new MemoryStream(); s.WriteByte(1);")]
    [InlineData("var s = new MemoryStream(); var other = new MemoryStream(bytes); Use(other.ToArray()); Use(s);")]
    public void Quiet(string statement) => Checked.Silent(SampleProgram.WithBody(statement));

    [Fact]
    public void QuietWhereItRunsOnce() => Checked.Silent(SampleProgram.WithMembers(
        "private static readonly byte[] Made; static Program() { var s = new MemoryStream(); s.WriteByte(1); Made = s.ToArray(); }"));
}
