using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers;

/// <summary>
/// Flags a List, HashSet or Dictionary that is created with a constant capacity, or from Enumerable.Range with a constant count,
/// whose arrays are large objects.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LargeCollectionAnalyzer : DiagnosticAnalyzer
{
    // 85,000 less an array's own 24 bytes.
    private const long MaxArrayBytes = 84_975;

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.LargeCollection];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.ObjectCreation);
    }

    internal static string? Replacement(ITypeSymbol? type) => type?.OriginalDefinition.ToDisplayString() switch
    {
        "System.Collections.Generic.List<T>" => "ChunkedList",
        "System.Collections.Generic.HashSet<T>" => "ChunkedHashSet",
        "System.Collections.Generic.Dictionary<TKey, TValue>" => "ChunkedDictionary",
        _ => null,
    };

    private static void Analyze(OperationAnalysisContext context)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (Replacement(creation.Type) is not { } replacement || creation.Arguments.IsEmpty) return;
        if (KnownCount(creation.Arguments[0].Value) is not { } count) return;
        if (count * ElementBytes((INamedTypeSymbol)creation.Type!) <= MaxArrayBytes) return;
        context.ReportDiagnostic(Diagnostic.Create(
            Rules.LargeCollection, creation.Syntax.GetLocation(),
            creation.Type!.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat), count, replacement));
    }

    private static long? KnownCount(IOperation argument)
    {
        while (argument is IConversionOperation conversion) argument = conversion.Operand;
        if (argument.ConstantValue is { HasValue: true, Value: int capacity }) return capacity;
        if (argument is IInvocationOperation { TargetMethod: { Name: "Range" or "Repeat", ContainingType.Name: "Enumerable" } } call &&
            call.Arguments[1].Value.ConstantValue is { HasValue: true, Value: int count })
        {
            return count;
        }

        return null;
    }

    /// <summary>Bytes that one element takes in the largest array: for the hashed ones with its hash and its link.</summary>
    private static long ElementBytes(INamedTypeSymbol type)
    {
        var bytes = type.TypeArguments.Sum(argument => Size(argument, depth: 0));
        return type.Name == "List" ? bytes : bytes + 8;
    }

    /// <summary>A lower bound of a type's size: padding is left out, and an unknown type counts as one byte.</summary>
    private static long Size(ITypeSymbol type, int depth)
    {
        if (type.IsReferenceType) return 8;
        if (type is INamedTypeSymbol { EnumUnderlyingType: { } underlying }) return Size(underlying, depth);
        switch (type.SpecialType)
        {
            case SpecialType.System_Boolean or SpecialType.System_Byte or SpecialType.System_SByte: return 1;
            case SpecialType.System_Char or SpecialType.System_Int16 or SpecialType.System_UInt16: return 2;
            case SpecialType.System_Int32 or SpecialType.System_UInt32 or SpecialType.System_Single: return 4;
            case SpecialType.System_Decimal: return 16;
            case SpecialType.None or SpecialType.System_Nullable_T when type.TypeKind == TypeKind.Struct && depth < 8:
                var fields = type.GetMembers().OfType<IFieldSymbol>().Where(field => !field.IsStatic);
                return Math.Max(1, fields.Sum(field => Size(field.Type, depth + 1)));
            case SpecialType.None: return 1;
            default: return 8;
        }
    }
}
