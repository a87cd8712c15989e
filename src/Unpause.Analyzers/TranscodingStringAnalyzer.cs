using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers;

/// <summary>Flags <c>b.GetBytes(a.GetString(bytes))</c> and <c>Encoding.Convert(a, b, bytes)</c>.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TranscodingStringAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.TranscodingString];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.Invocation);
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        var outer = (IInvocationOperation)context.Operation;
        if (!IsEncodings(outer, "GetBytes") || outer.Arguments.Length != 1) return;
        if (outer.Arguments[0].Value is not IInvocationOperation inner || !IsEncodings(inner, "GetString") || inner.Arguments.Length != 1)
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.TranscodingString, outer.Syntax.GetLocation()));
    }

    private static bool IsEncodings(IInvocationOperation call, string name)
    {
        if (call.TargetMethod.Name != name) return false;
        for (var type = call.TargetMethod.ContainingType; type is not null; type = type.BaseType)
        {
            if (type.ToDisplayString() == "System.Text.Encoding") return true;
        }

        return false;
    }
}
