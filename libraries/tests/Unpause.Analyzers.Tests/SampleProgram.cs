using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Unpause.Analyzers.IO;

namespace Unpause.Analyzers.Tests;

/// <summary>
/// A small program that is compiled against the real libraries, with what the analyzers say of it and what the fixes make of it.
/// </summary>
internal sealed class SampleProgram
{
    /// <summary>All that the two packages bring.</summary>
    public static readonly ImmutableArray<DiagnosticAnalyzer> Analyzers =
    [
        new LargeCollectionAnalyzer(), new InducedCollectionAnalyzer(), new FlattenedChunksAnalyzer(), new MemoryStreamAnalyzer(),
        new TranscodingStringAnalyzer(),
    ];

    /// <summary>All fixes that the two packages bring.</summary>
    public static readonly ImmutableArray<CodeFixProvider> Fixes = [new CollectionFixes(), new StreamFixes()];

    private static readonly ImmutableArray<MetadataReference> References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    private readonly Project _project;

    private SampleProgram(Project project)
    {
        _project = project;
    }

    /// <summary>What the fixes make of the first file.</summary>
    public string Text => TextOf(_project.Documents.First());

    /// <summary>What the compiler has against it; of warnings those about null.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Compile().GetDiagnostics().Where(fault => fault.Severity == DiagnosticSeverity.Error
            || (fault.Severity == DiagnosticSeverity.Warning && fault.Id.StartsWith("CS86", StringComparison.Ordinal)))
            .Select(fault => fault.ToString()),
    ];

    /// <summary>What the analyzers flag, in the order of the text.</summary>
    public IReadOnlyList<Diagnostic> Flagged =>
    [
        .. Compile().WithAnalyzers(Analyzers).GetAnalyzerDiagnosticsAsync().GetAwaiter().GetResult()
            .OrderBy(found => found.Location.SourceTree!.FilePath, StringComparer.Ordinal).ThenBy(found => found.Location.SourceSpan.Start),
    ];

    /// <summary>How long the analyzers themselves take, without the compiler.</summary>
    public TimeSpan AnalysisTime
    {
        get
        {
            var options = new CompilationWithAnalyzersOptions(
                new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true);
            var run = new CompilationWithAnalyzers(Compile(), Analyzers, options);
            var result = run.GetAnalysisResultAsync(CancellationToken.None).GetAwaiter().GetResult();
            return result.AnalyzerTelemetryInfo.Values.Aggregate(TimeSpan.Zero, (sum, info) => sum + info.ExecutionTime);
        }
    }

    /// <summary>A program of these files, as they stand.</summary>
    public static SampleProgram FromFiles(params string[] files)
    {
        var project = new AdhocWorkspace().CurrentSolution
            .AddProject("Sample", "Sample", LanguageNames.CSharp)
            .WithCompilationOptions(new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable))
            .WithParseOptions(new CSharpParseOptions(LanguageVersion.Preview))
            .AddMetadataReferences(References);
        for (var i = 0; i < files.Length; i++) project = project.AddDocument($"File{i}.cs", files[i], filePath: $"File{i}.cs").Project;
        return new(project);
    }

    /// <summary>The same in another version of the language, without nullable types.</summary>
    public SampleProgram In(LanguageVersion version)
    {
        var options = (CSharpCompilationOptions)_project.CompilationOptions!;
        return new(_project.WithParseOptions(new CSharpParseOptions(version))
            .WithCompilationOptions(options.WithNullableContextOptions(NullableContextOptions.Disable)));
    }

    /// <summary>The same, with another project that compiles the same files and has one more symbol defined.</summary>
    public SampleProgram AlsoWith(string symbol)
    {
        var other = _project.Solution.AddProject("Other", "Other", LanguageNames.CSharp)
            .WithCompilationOptions(_project.CompilationOptions!)
            .WithParseOptions(((CSharpParseOptions)_project.ParseOptions!).WithPreprocessorSymbols(symbol))
            .AddMetadataReferences(References);
        foreach (var document in _project.Documents)
        {
            other = other.AddDocument(document.Name, TextOf(document), filePath: document.FilePath).Project;
        }

        return new(other.Solution.GetProject(_project.Id)!);
    }

    /// <summary>A program of these statements of an async method, and members beside it.</summary>
    public static SampleProgram WithBody(string statements, string members = "") => FromFiles(
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Text;
        using System.Threading.Tasks;

        internal class Program
        {
            private static void Use(object? value)
            {
            }

            private static async Task RunAsync(string[] args, byte[] bytes)
            {
                await Task.Yield();
                {{statements}}
            }

            {{members}}
        }
        """);

    /// <summary>Members of a class alone.</summary>
    public static SampleProgram WithMembers(string members) => WithBody(string.Empty, members);

    /// <summary>The program with one place repaired, or null when nothing is offered.</summary>
    public SampleProgram? Repaired(Diagnostic diagnostic)
    {
        CodeAction? offered = null;
        var document = _project.GetDocument(diagnostic.Location.SourceTree)!;
        var context = new CodeFixContext(document, diagnostic, (action, _) => offered = action, CancellationToken.None);
        FixesOf(diagnostic.Id).RegisterCodeFixesAsync(context).GetAwaiter().GetResult();
        return Applied(offered);
    }

    /// <summary>The program after "fix all" of a rule in its first file or in the whole project, in one pass.</summary>
    public SampleProgram? AllRepaired(string id, FixAllScope scope)
    {
        var fixes = FixesOf(id);
        var context = new FixAllContext(
            _project.Documents.First(), fixes, scope, id, [id], new Found(Flagged), CancellationToken.None);
        return Applied(fixes.GetFixAllProvider()!.GetFixAsync(context).GetAwaiter().GetResult());
    }

    /// <summary>The text of each file.</summary>
    public IReadOnlyList<string> Texts() => [.. _project.Documents.Select(TextOf)];

    private static CodeFixProvider FixesOf(string id) =>
        Fixes.Single(candidate => candidate.FixableDiagnosticIds.Contains(id, StringComparer.Ordinal));

    private static string TextOf(Document document) => document.GetTextAsync().GetAwaiter().GetResult().ToString();

    private SampleProgram? Applied(CodeAction? action)
    {
        var operation = action?.GetOperationsAsync(CancellationToken.None).GetAwaiter().GetResult()
            .OfType<ApplyChangesOperation>().Single();
        if (operation is null) return null;
        // As text again: what the fix built must be what a compiler reads.
        var project = operation.ChangedSolution.GetProject(_project.Id)!;
        foreach (var document in project.Documents.ToList())
        {
            project = project.GetDocument(document.Id)!.WithText(SourceText.From(TextOf(document))).Project;
        }

        return new(project);
    }

    private Compilation Compile() => _project.GetCompilationAsync().GetAwaiter().GetResult()!;

    private sealed class Found(IReadOnlyList<Diagnostic> all) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) =>
            Task.FromResult(all.Where(found =>
                string.Equals(found.Location.SourceTree!.FilePath, document.FilePath, StringComparison.Ordinal)));

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult(Enumerable.Empty<Diagnostic>());

        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult(all.AsEnumerable());
    }
}
