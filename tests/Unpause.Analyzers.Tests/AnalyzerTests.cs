using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Unpause.Analyzers.Tests;

/// <summary>
/// Compiles small programs against the real libraries: what is flagged, what is not, and that the fixed program compiles.
/// </summary>
public sealed class AnalyzerTests
{
    private static readonly ImmutableArray<DiagnosticAnalyzer> Analyzers =
        [new LargeCollectionAnalyzer(), new MemoryStreamAnalyzer(), new TranscodingStringAnalyzer(), new InducedCollectionAnalyzer()];

    [Theory]
    [InlineData("var list = new List<int>(50_000);", "new ChunkedList<int>(50_000)")]
    [InlineData("List<int> list = new List<int>(50_000);", "ChunkedList<int> list = new ChunkedList<int>(50_000)")]
    [InlineData("List<string> list = new(20_000);", "ChunkedList<string> list = new(20_000)")]
    [InlineData("var list = new System.Collections.Generic.List<decimal>(6_000);", "new ChunkedList<decimal>(6_000)")]
    [InlineData("var set = new HashSet<long>(Enumerable.Range(0, 30_000).Select(i => (long)i));", null)]
    [InlineData("var set = new HashSet<int>(Enumerable.Range(0, 30_000));", "new ChunkedHashSet<int>(Enumerable.Range(0, 30_000))")]
    [InlineData("const int Size = 1 << 14; var map = new Dictionary<int, string>(Size);", "new ChunkedDictionary<int, string>(Size)")]
    [InlineData("var list = new List<(int A, int B, int C)>(8_000);", "new ChunkedList<(int A, int B, int C)>(8_000)")]
    [InlineData("var list = new List<int>(21_243);", null)]
    [InlineData("var list = new List<int>(21_244);", "new ChunkedList<int>(21_244)")]
    [InlineData("var list = new List<byte>(80_000);", null)]
    [InlineData("var list = new List<int>();", null)]
    [InlineData("int n = args.Length; var list = new List<int>(n);", null)]
    public void Collections(string statement, string? expected) => Check(Rules.LargeCollectionId, statement, expected);

    [Theory]
    [InlineData("var s = new MemoryStream(); s.WriteByte(1); var b = s.ToArray();", "var s = new PooledMemoryStream()")]
    [InlineData("using var s = new MemoryStream(100); s.WriteByte(1); Use(s.ToArray());", null, true)]
    [InlineData(
        "using MemoryStream s = new MemoryStream(); s.WriteByte(1); Use(s.ToArray());",
        "using PooledMemoryStream s = new PooledMemoryStream()")]
    [InlineData("using MemoryStream s = new(); s.WriteByte(1); Use(s.ToArray());", "using PooledMemoryStream s = new()")]
    [InlineData("var s = new MemoryStream(new byte[5]); Use(s.ToArray());", null)]
    [InlineData("var s = new MemoryStream(); s.WriteByte(1);", null)]
    public void Streams(string statement, string? expected, bool onlyFlagged = false) =>
        Check(Rules.MemoryStreamId, statement, expected, onlyFlagged);

    [Theory]
    [InlineData(
        "var b = Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(new byte[3]));",
        "new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(new byte[3]).ToArray()")]
    [InlineData(
        "var from = Encoding.Latin1; var b = new UTF8Encoding(false).GetBytes(from.GetString(new byte[3]));",
        "new Transcoder(from, new UTF8Encoding(false)).Transcode(new byte[3]).ToArray()")]
    [InlineData("var b = Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(new byte[3]).Trim());", null)]
    [InlineData("var b = Encoding.UTF8.GetBytes(\"text\");", null)]
    public void Encodings(string statement, string? expected) => Check(Rules.TranscodingStringId, statement, expected);

    [Theory]
    [InlineData("Console.WriteLine(1); GC.Collect(); Console.WriteLine(2);", "Console.WriteLine(1); Console.WriteLine(2);")]
    [InlineData("GC.Collect(2, GCCollectionMode.Forced, true, true);", "")]
    [InlineData("GC.KeepAlive(args);", null)]
    public void InducedCollections(string statement, string? expected) => Check(Rules.InducedCollectionId, statement, expected);

    [Fact]
    public void EveryRuleHasAFix()
    {
        var rules = Analyzers.SelectMany(analyzer => analyzer.SupportedDiagnostics).Select(rule => rule.Id);
        Assert.Equal(rules.Order(StringComparer.Ordinal), new CodeFixes().FixableDiagnosticIds.Order(StringComparer.Ordinal));
    }

    private static void Check(string id, string statement, string? expected, bool onlyFlagged = false)
    {
        var document = Document(statement);
        Assert.Empty(Errors(document));
        var found = Diagnostics(document);
        if (expected is null && !onlyFlagged)
        {
            Assert.Empty(found);
            return;
        }

        var diagnostic = Assert.Single(found);
        Assert.Equal(id, diagnostic.Id);
        var repaired = Fix(document, diagnostic);
        if (onlyFlagged)
        {
            // A capacity is of no use to a pooled stream: there is nothing to put in its place mechanically.
            Assert.Null(repaired);
            return;
        }

        Assert.NotNull(repaired);
        var text = repaired.GetTextAsync().GetAwaiter().GetResult().ToString();
        Assert.Contains(expected!, text.Replace("  ", " ", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Empty(Errors(repaired));
        Assert.Empty(Diagnostics(repaired));
    }

    private static Document Document(string statement)
    {
        var text = $$"""
            using System;
            using System.Collections.Generic;
            using System.IO;
            using System.Linq;
            using System.Text;

            internal static class Program
            {
                private static void Use(object value)
                {
                }

                private static void Main(string[] args)
                {
                    {{statement}}
                }
            }
            """;
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(path => MetadataReference.CreateFromFile(path));
        return new AdhocWorkspace().CurrentSolution
            .AddProject("Sample", "Sample", LanguageNames.CSharp)
            .WithCompilationOptions(new CSharpCompilationOptions(OutputKind.ConsoleApplication))
            .WithParseOptions(new CSharpParseOptions(LanguageVersion.Preview))
            .AddMetadataReferences(references)
            .AddDocument("Program.cs", text);
    }

    private static Compilation Compile(Document document) => document.Project.GetCompilationAsync().GetAwaiter().GetResult()!;

    private static List<Diagnostic> Errors(Document document) =>
        [.. Compile(document).GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];

    private static List<Diagnostic> Diagnostics(Document document) =>
        [.. Compile(document).WithAnalyzers(Analyzers).GetAnalyzerDiagnosticsAsync().GetAwaiter().GetResult()];

    private static Document? Fix(Document document, Diagnostic diagnostic)
    {
        CodeAction? offered = null;
        var context = new CodeFixContext(document, diagnostic, (action, _) => offered = action, CancellationToken.None);
        new CodeFixes().RegisterCodeFixesAsync(context).GetAwaiter().GetResult();
        var operation = offered?.GetOperationsAsync(
            CancellationToken.None).GetAwaiter().GetResult().OfType<ApplyChangesOperation>().Single();
        return operation?.ChangedSolution.GetDocument(document.Id);
    }
}
