using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers;

/// <summary>Flags every <c>GC.Collect</c>.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class InducedCollectionAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.InducedCollection];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.Invocation);
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.Name != "Collect" || call.TargetMethod.ContainingType.ToDisplayString() != "System.GC") return;
        context.ReportDiagnostic(Diagnostic.Create(Rules.InducedCollection, call.Syntax.GetLocation()));
    }
}
